// What is bought, in outline, so that the pictures show it in its place. Nothing here is printed.
include <case.scad>
include <panel.scad>

slate = "#455d7c";
ivory = "#e4d8c2";
brick = "#c8583a";
ochre = "#dca54c";
stone = "#8fa1b3";
ink = "#2a3646";
green_board = "#2f7a56";
blue_board = "#2b4c86";
black = "#1d2127";
steel = "#c3c9cf";
gold = "#d8b25a";
glow = "#bfeaff";

screen = [];  // runs of lit pixels of the splash: [from left, from top, length]

module part(name) { import(str(stl, "/", name, ".stl")); }

// A printed lid stands on its face; this turns it into lid coordinates.
module face_up() { rotate([0, 180, 0]) translate([0, 0, -lid_thick]) children(); }

module board(size, holes, hole, tint, r = 1.5) {
    color(tint) linear_extrude(size.z) difference() {
        offset(r = r, $fn = 24) offset(delta = -r) square([size.x, size.y]);
        for (at = holes) translate(at) circle(d = hole, $fn = 24);
    }
}

module chip(at, size, tint = black) { color(tint) translate(at) cube(size); }

// Raspberry Pi Zero 2 W, its corner by the card and the ports at the origin.
module pi() {
    board([pi_width, pi_depth, pi_thick], [for (x = [0, 1], y = [0, 1])
        [pi_hole_in + x * pi_holes_x, pi_hole_in + y * pi_holes_y]], 2.7, green_board, pi_corner);
    z = pi_thick;
    for (x = [pi_power, pi_data]) chip([x - 3.8, -pi_usb_out, z], [7.6, 5.5, 2.7], steel);
    chip([pi_hdmi - 5.6, -0.6, z], [11.2, 7.5, 3.3], steel);
    chip([1, pi_card - 6, z], [12, 12, 1.3], steel);
    chip([-1.6, pi_card - 5.5, z + 0.4], [5, 11, 0.8], black);
    chip([24, 8, z], [14, 14, 1.2], steel);
    chip([40, 10.5, z], [9, 9, 1]);
    for (i = [0:19], k = [0, 1]) let (at = header_pin(i, k))
        chip([at.x - 0.8, at.y - 0.8, z - 0.02], [1.6, 1.6, 0.15], gold);
}

// The middle of a pin of the Pi's header, from 0 at the card; row 0 is the inner one, with pin 1.
function header_pin(i, row) = [pi_width / 2 + (i - 9.5) * 2.54, 25.23 + row * 2.54];

module pi_in_place() {
    translate([pi_right, pi_back, floor_thick + pi_standoff]) rotate([0, 0, 180]) pi();
}

// OLED module in lid coordinates, glass against the lid's underside.
module oled() {
    back = -oled_glass - oled_thick;
    translate([face_x - oled_wide / 2, oled_up - oled_high / 2, back])
        board([oled_wide, oled_high, oled_thick], [for (x = [-1, 1], y = [-1, 1])
            [oled_wide / 2 + x * oled_holes_x / 2, oled_high / 2 + y * oled_holes_y / 2]], 2.6, blue_board);
    color(black) translate([face_x - oled_glass_x / 2, oled_up - oled_glass_y / 2, -oled_glass])
        cube([oled_glass_x, oled_glass_y, oled_glass - 0.05]);
    lit_screen([face_x, oled_up + oled_view_up], -0.1, oled_active_x);
    // What is seen from below: the ribbon and the pins; the larger one comes set for SPI.
    pins = oled_large ? 7 : 4;
    chip([face_x - 6, oled_up - oled_high / 2 + 1.5, back - 0.3], [12, 8, 0.3], gold);
    for (i = [0:pins - 1]) chip([face_x + (i - (pins - 1) / 2) * 2.54 - 0.9, oled_up + oled_high / 2 - 2.6, back - 1], [1.8, 1.8, 1], steel);
}

// The splash on a screen so wide, its middle at `at`.
module lit_screen(at, z, wide) {
    pixel = wide / 128;
    color(glow) for (run = screen)
        translate([at.x + (run[0] - 64) * pixel, at.y + (31 - run[1]) * pixel, z])
            cube([run[2] * pixel, pixel, 0.12]);
}

// The strip of perfboard with its four switches, in lid coordinates.
module strip() {
    top = -strip_down;
    translate([face_x - strip_wide / 2, button_up - strip_high / 2, top - strip_thick])
        board([strip_wide, strip_high, strip_thick], [for (x = [-1, 1])
            [strip_wide / 2 + x * strip_hole, strip_high / 2]], 2.2, "#b98a4a", 1);
    if ($preview) color("#e3c489") for (i = [-14.5:14.5], k = [-2.5:2.5]) if (abs(i) < 14)
        translate([face_x + i * 2.54, button_up + k * 2.54, top - strip_thick - 0.1])
            cylinder(d = 1.5, h = 0.15, $fn = 10);
    for (x = buttons) {
        chip([x - switch_wide / 2, button_up - switch_wide / 2, top], [switch_wide, switch_wide, switch_body]);
        chip([x - plunger / 2, button_up - plunger / 2, top], [plunger, plunger, switch_total], steel);
    }
}

module caps_in_place() {
    for (i = [0:3]) color(i == 3 ? brick : slate)
        translate([buttons[i], button_up, -cap_rise]) one_cap(i);
    for (i = [0:3]) color(ivory) translate([buttons[i], button_up, cap_high - cap_rise - engrave])
        linear_extrude(0.45) scale(1.45) key_sign(button_signs[i]);
}

module one_cap(i) {
    translate([0, 0, cap_high]) rotate([0, 180, 0]) render() intersection() {
        translate([-(i - 1.5) * (cap_flange + 3), 0, 0]) part("case-caps");
        translate([-cap_flange / 2 - 1, -20, -1]) cube([cap_flange + 2, 40, 40]);
    }
}

module led(tint, legs = 2) {
    color(tint) { cylinder(d = 4.9, h = 4.4, $fn = 64); translate([0, 0, 4.4]) sphere(d = 4.9, $fn = 64); }
    color(tint) difference() {
        translate([0, 0, -1]) cylinder(d = 5.7, h = 1, $fn = 32);
        if (legs == 4) translate([2.3, -5, -2]) cube(10);  // the flat side, at DOUT
    }
    pitch = legs == 2 ? 2.54 : 1.27;
    for (i = [0:legs - 1]) color(steel)
        translate([(i - (legs - 1) / 2) * pitch - 0.25, -0.25, -8]) cube([0.5, 0.5, 7]);
}

module piezo_disc() {
    color(gold) translate([piezo_x, piezo_up, -0.5]) cylinder(d = piezo, h = 0.4, $fn = 64);
    color("#f4f1e8") translate([piezo_x, piezo_up, -0.7]) cylinder(d = piezo - 6, h = 0.3, $fn = 64);
}

// A switch in the plate, in plate coordinates: 5 below the face.
module mx() {
    face = lid_thick;
    color(black) translate([0, 0, face - 5]) linear_extrude(5) square(13.8, center = true);
    color("#3a3f47") translate([0, 0, face - 0.01]) linear_extrude(1) square(15.4, center = true);
    color("#3a3f47") hull() { translate([0, 0, face + 1]) linear_extrude(0.01) square(14.6, center = true);
        translate([0, 0, face + 5.4]) linear_extrude(0.01) square(10.4, center = true); }
    color(black) translate([0, 0, face - 8.3]) cylinder(d = 4, h = 4, $fn = 24);
    for (pin = [[-3.81, 2.54], [2.54, 5.08]]) color(gold)
        translate([pin.x - 0.5, pin.y - 0.15, face - 8.3]) cube([1, 0.4, 4]);
}

module keycap(tint) {
    color(tint) translate([0, 0, lid_thick + 2.6]) {
        hull() {
            slice(0) rounded_square(18, 1.6);
            slice(2) rounded_square(17.6, 1.8);
            slice(6.4) rounded_square(14.2, 2.6);
            slice(7.1) rounded_square(12.8, 2.6);
        }
    }
}

key_tints = [slate, slate, slate, slate, slate, stone, stone, stone, "#ccd5dc",
    ochre, ochre, slate, slate, slate, brick, slate];
lamp_tints = ["#f3d9a2", "#4d8dff", "#9a5a2a", "#ffcf3a", "#ff4f42",  // beige, blue, brown, yellow, red
    "#ffffff", "#ffe9a8", "#e8eef2", "#e8eef2", "#e8eef2"];

module mx_in_place() { for (at = key_places) translate(at) mx(); }
module keycaps_in_place() { for (key = [0:15]) translate(key_places[key]) keycap(key_tints[key]); }
module lamps_in_place() {
    for (i = [0:9]) translate([lamp_places[i].x, lamp_places[i].y, 0]) led(lamp_tints[i], 4);
}
module painted_signs() {
    color(ink) translate([0, 0, lid_thick - engrave]) linear_extrude(0.45) panel_signs();
}

module pico() {
    board([pico_wide, pico_long, pico_thick], [for (x = [-1, 1], y = [-1, 1])
        [pico_wide / 2 + x * pico_holes_x / 2, pico_long / 2 + y * pico_holes_y / 2]], 2.1, green_board, 0.5);
    chip([pico_wide / 2 - 4, pico_long + pico_usb_out - 5.9, pico_thick], [8, 5.9, 2.7], steel);
    chip([pico_wide / 2 - 3.5, 22, pico_thick], [7, 7, 0.9]);
    chip([pico_wide / 2 - 6, 36, pico_thick], [3.4, 4.4, 1.8], "#f0f0ee");
    for (i = [0:19], k = [0, 1]) chip([k ? pico_wide - 2.2 : 0.6, 1.1 + i * 2.54 - 0.3, pico_thick - 0.02], [1.6, 1.6, 0.15], gold);
}

module pico_in_place() {
    translate([-pico_wide / 2, pico_back - pico_long, floor_thick + pico_standoff]) pico();
}

// A countersunk screw of M2.5, its tip up; its head counts in its length.
module screw(length) {
    color(steel) { cylinder(d1 = 4.7, d2 = 2.5, h = 1.5, $fn = 28); cylinder(d = 2.5, h = length, $fn = 24); }
}

// A pan head screw, its tip up, its head below 0.
module pan_screw(size, length) {
    color(steel) {
        translate([0, 0, -0.7 * size]) cylinder(d1 = 1.6 * size, d2 = 2 * size, h = 0.7 * size, $fn = 28);
        cylinder(d = size, h = length, $fn = 24);
    }
}
