// The tower panel: a plate with sixteen keys and ten lamps, and the box with the Pico below it.
include <shapes.scad>
include <signs.scad>

panel_length = slope(panel_depth, panel_tilt);

function column(n) = (n - 2) * key_pitch;
function row(n) = key_first_up + n * row_pitch + (n == 3 ? tower_gap : 0);

// Where each key stands, by its number in docs/wire.md.
key_places = concat(
    [for (i = [0:4]) [column(i), row(3)]],                       // the five towers
    [for (i = [0:2]) [column(i), row(2)]],                       // the heights 1, 2, 3
    [[column(none_column), row(2)]],                             // none
    [[column(3), row(1)], [column(4), row(1)]],                  // Intermezzo, Finito
    [for (i = [0:4]) [column(i), row(0)]]);                      // back, previous, next, OK, menu

// Where each lamp stands, in the order of the wire: towers, then seats.
lamp_places = concat(
    [for (i = [0:4]) [column(i), row(3) + lamp_up]],
    [for (i = [0:4]) [seat_middle + (i - 2) * seat_pitch, row(1)]]);

// Back posts stand further in: they lean with the plate, and must stay inside at the floor.
post_in_back = 9.5;
panel_posts = [for (side = [-1, 1], y = [post_in, panel_length - post_in_back])
    [side * (panel_width / 2 - post_in), y]];

pico_back = panel_depth - wall - pico_gap_back;
pico_top = floor_thick + pico_standoff + pico_thick;
pico_hole_places = [for (x = [-0.5, 0.5], y = [0, 1])
    [x * pico_holes_x, pico_back - (pico_long - pico_holes_y) / 2 - y * pico_holes_y]];

module panel_bottom() {
    difference() {
        union() {
            box(panel_width, panel_depth, panel_front, panel_tilt);
            for (at = panel_posts) screw_post(at, panel_width, panel_depth, panel_front, panel_tilt);
            for (at = pico_hole_places) standoff(at, pico_standoff, pico_standoff_wide);
        }
        for (at = panel_posts) screw_way(at, panel_front, panel_tilt);
        for (at = pico_hole_places) standoff_hole(at, pico_standoff, pico_pilot);
        opening([0, panel_depth, pico_top + usb_middle], usb_wide, usb_high, usb_corner);
    }
}

module panel_plate() {
    difference() {
        union() {
            lid(panel_width, panel_depth, panel_tilt);
            rim(panel_width, panel_depth, panel_front, panel_tilt);
            corner_bosses(panel_posts, panel_width, panel_depth, panel_front, panel_tilt);
        }
        for (at = panel_posts) lid_boss_hole(at, boss, screw_pilot);
        for (at = key_places) translate([at.x, at.y, 0]) key_opening();
        // No rim behind the towers' lamps: their collars need the room.
        translate([-43, panel_length - 9, -5]) cube([86, 9, 5]);
        for (at = lamp_places) translate([at.x, at.y, -1]) cylinder(d = lamp_hole, h = 9, $fn = 40);
        translate([0, 0, lid_thick - engrave]) linear_extrude(2) panel_signs();
    }
}

// The switch snaps into 1.5 mm: from below the plate is thinned where its two clips are.
module key_opening() {
    translate([-key_hole / 2, -key_hole / 2, -1]) cube([key_hole, key_hole, far]);
    translate([-clip_wide / 2, -key_hole / 2 - clip_deep, -1])
        cube([clip_wide, key_hole + 2 * clip_deep, 1 + lid_thick - clip_thick]);
}

module panel_signs() {
    for (key = [0:15]) translate(key_places[key] - [0, sign_down]) key_sign(key);
    for (i = [5:9]) translate(lamp_places[i] - [0, 6.8]) sign_seat();
    // The table they sit at.
    translate([seat_middle, row(1) + 5.6]) line([[-2.3 * seat_pitch, 0], [2.3 * seat_pitch, 0]]);
}
