// The pictures: openscad -D 'scene="case"' -D 'stl="stl"' ... -o case.png scenes.scad (see make.py).
// A callout is echoed, and make.py writes it beside the picture.
include <boards.scad>

scene = "case";
stl = "stl";
case_name = oled_large ? "case-242" : "case";

// Words for these points of the picture; | starts a new line.
module callout(words, points) { echo("callout", words, points); }

function on_case(p) = sloped(case_front, case_tilt, p);
function on_panel(p) = sloped(panel_front, panel_tilt, p);
function sloped(front, tilt, p) =
    [p.x, p.y * cos(tilt) - p.z * sin(tilt), front + p.y * sin(tilt) + p.z * cos(tilt)];
function turned(p) = [-p.x, p.y, lid_thick - p.z];  // see upside_down
function each_at(places, z) = [for (at = places) [at.x, at.y, z]];

function screws(count, size, length, head) = str(count, " × M", size, " × ", length, "|", head);

module case_top(lift = 0) {
    on_slope(case_front, case_tilt) translate([0, 0, lift]) {
        color(ivory) face_up() part(str(case_name, "-lid"));
        caps_in_place();
        translate([light_x, light_up, 0]) led(ochre);
        oled();
    }
}

module case_base() { color(slate) part(str(case_name, "-bottom")); }

module case_closed() {
    case_base();
    pi_in_place();
    case_top();
    back_screws(0.1);
}

module back_screws(out) {
    for (at = back_screw_places) translate([at.x, at.y + out, at.z]) rotate([90, 0, 0]) pan_screw(2.5, back_screw);
}
back_screw_places = [for (x = [-1, 1]) [x * back_screw_x, case_depth, back_screw_z]];

// Middles of the Pi's edges that one looks for, above its board.
function pi_edge(across, deep) = concat(on_pi(across, deep), pi_top);

module case_from_behind() {
    case_closed();
    callout("power", [[on_pi(pi_power, 0).x, case_depth, pi_top + usb_middle]]);
    callout("USB: to the|tower panel", [[on_pi(pi_data, 0).x, case_depth, pi_top + usb_middle]]);
    callout("SD card", [[case_width / 2, on_pi(0, pi_card).y, pi_top]]);
    callout(screws(2, 2.5, back_screw, "pan head"), [for (at = back_screw_places) at + [0, 1.8, 0]]);
}

parts_up = 44;
lid_up = 88;
module case_open() {
    case_base();
    pi_in_place();
    on_slope(case_front, case_tilt) {
        translate([0, 0, 24]) strip();
        translate([0, 0, parts_up]) oled();
        translate([0, 0, parts_up]) piezo_disc();
        translate([light_x, light_up, parts_up]) led(ochre);
        translate([0, 0, parts_up]) caps_in_place();
        translate([0, 0, lid_up]) color(ivory) face_up() part(str(case_name, "-lid"));
    }
    callout(str(case_name, "-lid"), [on_case([-case_width / 2 + 8, 12, lid_up + lid_thick])]);
    callout("case-caps", [on_case([buttons[0], button_up, parts_up + cap_proud])]);
    callout("strip of|buttons", [on_case([face_x - strip_wide / 2 + 6, button_up, 24 - strip_down])]);
    callout("light", [on_case([light_x, light_up, parts_up + 5])]);
    callout("screen", [on_case([face_x + oled_wide / 2 - 2, oled_up - oled_high / 2 + 2, parts_up - oled_glass])]);
    callout("piezo", [on_case([piezo_x + 4, piezo_up - 4, parts_up])]);
    callout("Raspberry Pi", [pi_edge(31, 26)]);
    callout("SD card", [[case_width / 2, on_pi(0, pi_card).y, pi_top]]);
    callout(str(case_name, "-bottom"), [[-case_width / 2 + 14, 0, 7]]);
}

// The lid on its face, as one works on it.
module upside_down() { translate([0, 0, lid_thick]) rotate([0, 180, 0]) children(); }

module step_case_caps() {
    upside_down() {
        color(ivory) face_up() part(str(case_name, "-lid"));
        translate([0, 0, -16]) caps_in_place();
        translate([light_x, light_up, -12]) led(ochre);
        translate([0, 0, -14]) piezo_disc();
        translate([0, 0, -12]) oled();
        for (at = oled_places) translate([at.x, at.y, -32]) pan_screw(2, oled_screw);
    }
    callout(str(screws(4, 2, oled_screw, "pan head,"), "|washers"), [for (i = [1, 3]) turned([oled_places[i].x, oled_places[i].y, -33])]);
    callout("the pins:|to the back", [turned([face_x, oled_up + oled_high / 2 - 2, -15 - oled_glass])]);
    callout("light", [turned([light_x, light_up, -16])]);
    callout("piezo", [turned([piezo_x + 6, piezo_up, -14.5])]);
    for (i = [0:3]) callout(["back", "previous", "next", "OK"][i],
        [turned([buttons[i], button_up - 4, -16 - cap_rise])]);
}

module step_case_strip() {
    upside_down() {
        color(ivory) face_up() part(str(case_name, "-lid"));
        caps_in_place();
        translate([light_x, light_up, 0]) led(ochre);
        piezo_disc();
        oled();
        for (at = oled_places) translate([at.x, at.y, -oled_glass - oled_thick]) pan_screw(2, oled_screw);
        translate([0, 0, -20]) strip();
        for (at = strip_places) translate([at.x, at.y, -strip_down - 32]) pan_screw(2, strip_screw);
    }
    callout(screws(2, 2, strip_screw, "pan head"), [for (at = strip_places) turned([at.x, at.y, -strip_down - 33])]);
    callout("switches|face down", [turned([face_x + 34, button_up - 8, -strip_down - 22])]);
}

module step_case_pi() {
    case_base();
    translate([0, 0, 16]) pi_in_place();
    for (at = pi_hole_places) translate([at.x, at.y, 36]) mirror([0, 0, 1]) pan_screw(2.5, pi_screw);
    callout(screws(4, 2.5, pi_screw, "pan head"), [for (i = [0, 1]) [pi_hole_places[i].x, pi_hole_places[i].y, 37]]);
    callout("SD card end", [pi_edge(-1, pi_card) + [0, 0, 16]]);
    callout("power", [pi_edge(pi_power, 2) + [0, 0, 19]]);
    callout("USB", [pi_edge(pi_data, 2) + [0, 0, 19]]);
    callout("pin 1", [pi_edge(header_pin(0, 0).x, header_pin(0, 0).y) + [0, 0, 16]]);
}

module step_case_close() {
    case_base();
    pi_in_place();
    case_top(26);
    for (at = case_posts) on_slope(case_front, case_tilt) translate([at.x, at.y, -boss - seat - 26]) screw(lid_screw);
    back_screws(20);
    // Of each pair the one that is not behind the case, or behind another line.
    callout(screws(2, 2.5, back_screw, "pan head"), [back_screw_places[0] + [0, 21, 0]]);
    callout(screws(2, 2.5, lid_screw, "countersunk,|from below"),
        [on_case([case_posts[1].x, case_posts[1].y, -boss - seat - 24])]);
    callout("power", [[on_pi(pi_power, 0).x, case_depth, pi_top + usb_middle]]);
    callout("USB", [[on_pi(pi_data, 0).x, case_depth, pi_top + usb_middle]]);
    callout("SD card", [[case_width / 2, on_pi(0, pi_card).y, pi_top]]);
}

module panel_top(lift = 0, keys = 0, lamps = 0) {
    on_slope(panel_front, panel_tilt) translate([0, 0, lift]) {
        color(ivory) face_up() part("panel-plate");
        painted_signs();
        mx_in_place();
        translate([0, 0, keys]) keycaps_in_place();
        translate([0, 0, lamps]) lamps_in_place();
    }
}

module panel_base() { color(slate) part("panel-bottom"); }

module panel_closed() { panel_base(); pico_in_place(); panel_top(); }

module step_panel_switches() {
    color(ivory) face_up() part("panel-plate");
    painted_signs();
    for (key = [0:15]) translate([key_places[key].x, key_places[key].y, key < 5 ? 18 : 0]) mx();
    callout("pins to this|side, where the|towers' lamps go", [each_at([lamp_places[0]], lid_thick)[0]]);
    callout("tower 1", [each_at([key_places[0]], 18 + lid_thick + 4)[0]]);
}

module step_panel_lamps() {
    upside_down() {
        color(ivory) face_up() part("panel-plate");
        mx_in_place();
        for (i = [0:9]) translate([lamp_places[i].x, lamp_places[i].y, i > 3 ? -16 : 0]) led(lamp_tints[i], 4);
    }
    callout("tower 1", [turned(each_at([lamp_places[0]], -6)[0])]);
    callout("tower 5", [turned(each_at([lamp_places[4]], -22)[0])]);
    callout("seat 1", [turned(each_at([lamp_places[5]], -22)[0])]);
    callout("seat 5", [turned(each_at([lamp_places[9]], -22)[0])]);
    callout("flat sides of all|collars this way", [turned(each_at([lamp_places[9] + [2.3, 0]], -16.5)[0])]);
}

module step_panel_pico() {
    panel_base();
    translate([0, 0, 16]) pico_in_place();
    for (at = pico_hole_places) translate([at.x, at.y, 34]) mirror([0, 0, 1]) pan_screw(2, pico_screw);
    callout(screws(4, 2, pico_screw, "pan head"), [for (i = [1, 3]) [pico_hole_places[i].x, pico_hole_places[i].y, 35]]);
    callout("USB to|the back", [[0, pico_back - 2, pico_top + 18.5]]);
}

module step_panel_close() {
    panel_base();
    pico_in_place();
    panel_top(36, 26);
    for (at = panel_posts) on_slope(panel_front, panel_tilt) translate([at.x, at.y, -boss - seat - 46]) screw(lid_screw);
    callout(screws(4, 2.5, lid_screw, "countersunk,|from below"),
        [for (i = [0, 2, 3]) on_panel([panel_posts[i].x, panel_posts[i].y, -boss - seat - 44])]);
    callout("caps last", [on_panel([key_places[4].x + 6, key_places[4].y, 36 + 26 + 8])]);
}

// A board above the Pi, and pressed on in front of it.
lifted = 24;
lifted_at = [0, 62, 0];
module mounted() {
    pi();
    header();
    translate([0, 0, pressed_on]) children();
    translate(lifted_at) {
        pi();
        header();
        translate([0, 0, pressed_on + lifted]) children();
        for (i = [0, 19]) let (at = header_pin(i, 0)) color(i == 0 ? red : steel)
            translate([at.x, at.y, pi_thick]) cylinder(d = 0.5, h = header_base + 6 + lifted, $fn = 12);
    }
    first = header_pin(0, 0);
    callout("pin 1", [for (z = [header_base + 5, pressed_on + lifted + 1]) lifted_at + [first.x - 1.6, first.y, pi_thick + z]]);
    callout("SD card end", [lifted_at + [-1, pi_card, pi_thick + 0.8]]);
    callout("power", [[pi_power, -0.7, pi_thick + 1.3]]);
    callout("USB", [[pi_data, -0.7, pi_thick + 1.3]]);
    callout("header with|40 pins", [lifted_at + [header_pin(19, 0).x, header_pin(19, 0).y, pi_thick + header_base + 3]]);
}

function on_board(at, z = 0) = [at.x, at.y, pressed_on + board_thick + z];

module mounted_bonnet() {
    mounted() bonnet();
    callout("stick", [on_board(bonnet_stick, 4)]);
    callout("A (#5)", [on_board(bonnet_buttons[0], 3)]);
    callout("B (#6)", [on_board(bonnet_buttons[1], 3)]);
}

module mounted_hat() {
    mounted() hat();
    callout("stick", [on_board(hat_stick, 4)]);
    for (i = [0:2]) callout(str("KEY", i + 1), [on_board(hat_keys[i], 3)]);
}

if (scene == "case") case_closed();
if (scene == "case-back") case_from_behind();
if (scene == "case-open") case_open();
if (scene == "step-case-1-lid") step_case_caps();
if (scene == "step-case-2-buttons") step_case_strip();
if (scene == "step-case-3-pi") step_case_pi();
if (scene == "step-case-4-close") step_case_close();
if (scene == "panel") panel_closed();
if (scene == "step-panel-1-switches") step_panel_switches();
if (scene == "step-panel-2-lamps") step_panel_lamps();
if (scene == "step-panel-3-pico") step_panel_pico();
if (scene == "step-panel-4-close") step_panel_close();
if (scene == "mounted-bonnet") mounted_bonnet();
if (scene == "mounted-waveshare-hat") mounted_hat();
