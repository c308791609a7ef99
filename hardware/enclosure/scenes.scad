// The pictures: openscad -D 'scene="case"' -D 'stl="stl"' ... -o case.png scenes.scad (see make.py).
include <props.scad>

scene = "case";
stl = "stl";

module case_top(lift = 0) {
    on_slope(case_front, case_tilt) translate([0, 0, lift]) {
        color(ivory) face_up() part("case-lid");
        caps_in_place();
        translate([light_x, piezo_up, 0]) led(ochre);
        oled();
    }
}

module case_base() { color(slate) part("case-bottom"); }

module case_closed() {
    case_base();
    pi_in_place();
    case_top();
    back_screws(0.1);
}

module back_screws(out) {
    for (x = [-1, 1]) translate([x * back_screw_x, case_depth + out, back_screw_z])
        rotate([90, 0, 0]) pan_screw(8);
}


module case_open() {
    case_base();
    pi_in_place();
    on_slope(case_front, case_tilt) {
        translate([0, 0, 24]) strip();
        translate([0, 0, 46]) oled();
        translate([0, 0, 46]) piezo_disc();
        translate([light_x, piezo_up, 46]) led(ochre);
        translate([0, 0, 46]) caps_in_place();
        translate([0, 0, 78]) color(ivory) face_up() part("case-lid");
    }
}

// The lid on its face, as one works on it.
module upside_down() { translate([0, 0, lid_thick]) rotate([0, 180, 0]) children(); }

module step_case_caps() {
    upside_down() {
        color(ivory) face_up() part("case-lid");
        translate([0, 0, -16]) caps_in_place();
        translate([0, 0, -12]) translate([light_x, piezo_up, 0]) led(ochre);
        translate([0, 0, -14]) piezo_disc();
        translate([0, 0, -12]) oled();
    }
}

module step_case_strip() {
    upside_down() {
        color(ivory) face_up() part("case-lid");
        caps_in_place();
        translate([light_x, piezo_up, 0]) led(ochre);
        piezo_disc();
        oled();
        for (x = [-1, 1], y = [-1, 1]) translate([x * oled_holes_x / 2, oled_up + y * oled_holes_y / 2, -oled_glass - 1.2])
            pan_screw(3);
        translate([0, 0, -20]) strip();
        for (x = [-1, 1]) translate([x * strip_hole, button_up, -strip_down - 30]) pan_screw(6);
    }
}

module step_case_pi() {
    case_base();
    translate([0, 0, 16]) pi_in_place();
    for (at = pi_hole_places) translate([at.x, at.y, 36]) mirror([0, 0, 1]) pan_screw(6);
}

module step_case_close() {
    case_base();
    pi_in_place();
    case_top(26);
    for (at = case_posts) on_slope(case_front, case_tilt) translate([at.x, at.y, -boss - seat - 26]) screw(10);
    back_screws(20);
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
}

module step_panel_lamps() {
    upside_down() {
        color(ivory) face_up() part("panel-plate");
        mx_in_place();
        for (i = [0:9]) translate([lamp_places[i].x, lamp_places[i].y, i > 3 ? -16 : 0]) led(lamp_tints[i], 4);
    }
}

module step_panel_pico() {
    panel_base();
    translate([0, 0, 16]) pico_in_place();
    for (at = pico_hole_places) translate([at.x, at.y, 34]) mirror([0, 0, 1]) scale(0.8) pan_screw(6);
}

module step_panel_close() {
    panel_base();
    pico_in_place();
    panel_top(36, 26);
    for (at = panel_posts) on_slope(panel_front, panel_tilt) translate([at.x, at.y, -boss - seat - 46]) screw(10);
}

if (scene == "case") case_closed();
if (scene == "case-back") case_closed();
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
