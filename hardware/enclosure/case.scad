// The case: a box for a Raspberry Pi Zero 2 W, a lid with window, buttons, grille and light, caps.
include <shapes.scad>
include <signs.scad>

case_length = slope(case_depth, case_tilt);

// The Pi lies with its ports to the back, so its card comes out on the right.
pi_right = case_width / 2 - wall - pi_gap_side;
pi_back = case_depth - wall - pi_gap_back;
function on_pi(across, deep) = [pi_right - across, pi_back - deep];
pi_top = floor_thick + pi_standoff + pi_thick;
pi_hole_places = [for (x = [0, 1], y = [0, 1])
    on_pi(pi_hole_in + x * pi_holes_x, pi_hole_in + y * pi_holes_y)];

case_posts = [for (side = [-1, 1]) [side * (case_width / 2 - post_in), post_in]];
buttons = [for (i = [0:3]) face_x + (i - 1.5) * button_pitch];  // back, previous, next, OK
button_signs = [11, 12, 13, 14];

// The flange's slope is as wide as the lid's opening where `cap_fit` is left of its height.
cap_over = (cap_flange - cap_wide) / 2;
cap_rise = cap_flange_thick - cap_fit + cap_under;  // from the flange's underside to the lid's
cap_high = cap_rise + lid_thick + cap_proud;

// From the lid's underside down to the strip of perfboard.
strip_down = switch_body + cap_rest + cap_rise;

oled_places = [for (x = [-1, 1], y = [-1, 1])
    [face_x + x * oled_holes_x / 2, oled_up + y * oled_holes_y / 2]];
strip_places = [for (x = [-1, 1]) [face_x + x * strip_hole, button_up]];

// Two screws through the back wall hold the lid there; the Pi leaves no room for posts.
back_gap = fit + 0.05;  // not in one plane with the rim: a mesh of both would have triangles of no area
back_screw_z = case_front + (case_depth - wall) * tan(case_tilt) - back_screw_down;

module case_bottom() {
    difference() {
        union() {
            box(case_width, case_depth, case_front, case_tilt);
            for (at = case_posts) screw_post(at, case_width, case_depth, case_front, case_tilt);
            for (at = pi_hole_places) standoff(at, pi_standoff, pi_standoff_wide);
        }
        for (at = case_posts) screw_way(at, case_front, case_tilt);
        for (at = pi_hole_places) standoff_hole(at, pi_standoff, pi_pilot);
        for (x = [-1, 1]) translate([x * back_screw_x, case_depth - wall / 2, back_screw_z])
            rotate([90, 0, 0]) cylinder(d = screw_through, h = 6, center = true, $fn = 32);
        case_ports();
    }
}

module case_ports() {
    // One opening for both plugs: between two there would be less than a wall.
    opening([(on_pi(pi_power, 0).x + on_pi(pi_data, 0).x) / 2, case_depth, pi_top + usb_middle],
        pi_power - pi_data + usb_wide, usb_high, usb_corner);
    translate([case_width / 2, on_pi(0, pi_card).y, pi_top]) rotate([0, 0, 90])
        opening([0, 0, 0], card_wide, card_high, card_high / 2 - 0.01);
}

module case_lid() {
    difference() {
        union() {
            lid(case_width, case_depth, case_tilt);
            rim(case_width, case_depth, case_front, case_tilt);
            corner_bosses(case_posts, case_width, case_depth, case_front, case_tilt);
            for (at = oled_places) lid_boss(at, oled_glass, 5);
            for (at = strip_places) lid_boss(at, strip_down, 5);
            case_back_bosses();
            case_piezo_ring();
        }
        for (at = case_posts) lid_boss_hole(at, boss, screw_pilot);
        for (at = oled_places) lid_boss_hole(at, oled_glass, oled_pilot);
        for (at = strip_places) lid_boss_hole(at, strip_down, strip_pilot);
        case_back_holes();
        case_window();
        for (x = buttons) translate([x, button_up, -far / 2]) linear_extrude(far)
            rounded_square(cap_wide + 2 * cap_fit, cap_corner + cap_fit);
        translate([light_x, light_up, -1]) cylinder(d = light_hole, h = 10, $fn = 40);
        case_grille();
    }
}

module case_back_bosses() {
    intersection() {
        translate([-far / 2, 0, -11]) cube([far, far, 11.1]);
        off_slope(case_front, case_tilt) for (x = [-1, 1])
            translate([x * back_screw_x - 4.5, case_depth - wall - back_gap - back_block, 0])
                cube([9, back_block, far]);
    }
}

module case_back_holes() {
    off_slope(case_front, case_tilt) for (x = [-1, 1])
        translate([x * back_screw_x, case_depth - wall + 0.5, back_screw_z])
            rotate([90, 0, 0]) cylinder(d = screw_pilot, h = 0.5 + back_gap + back_block + 0.2, $fn = 24);
}

module case_piezo_ring() {
    translate([piezo_x, piezo_up, -3]) linear_extrude(3.1) difference() {
        circle(d = piezo + 0.4 + 3.6, $fn = 64);
        circle(d = piezo + 0.4, $fn = 64);
    }
}

module case_window() {
    module view(more) {
        offset(r = 1 + more, $fn = 32) square([oled_view_x - 2, oled_view_y - 2], center = true);
    }
    slant = lid_thick - window_lip;
    translate([face_x, oled_up + oled_view_up, 0]) {
        slice(-1, far) view(0);
        hull() { slice(window_lip) view(0); slice(lid_thick) view(slant); }
        slice(lid_thick, far) view(slant);
    }
}

// Five slots for the sound, of five heights: the towers.
module case_grille() {
    heights = [7, 11, 14.2, 9, 5.5];
    for (i = [0:4]) translate([piezo_x + (i - 2) * grille_pitch, piezo_up - 5.6, -1])
        linear_extrude(far) hull() {
            translate([-grille_slot / 2, 0]) square([grille_slot, 1]);
            translate([0, heights[i] - grille_slot / 2]) circle(d = grille_slot, $fn = 24);
        }
}

// One cap as it sits in the lid: flange's underside at z = 0.
module cap(sign) {
    top = cap_high;
    round = 1.2;
    difference() {
        union() {
            linear_extrude(cap_flange_thick - cap_over) rounded_square(cap_flange, cap_corner + cap_over);
            hull() {
                slice(cap_flange_thick - cap_over - 0.01) rounded_square(cap_flange, cap_corner + cap_over);
                slice(cap_flange_thick) rounded_square(cap_wide, cap_corner);
            }
            hull() {
                slice(0) rounded_square(cap_wide, cap_corner);
                slice(top - round) rounded_square(cap_wide, cap_corner);
                slice(top - round * 0.45) offset(delta = -round * 0.25) rounded_square(cap_wide, cap_corner);
                slice(top - 0.01) offset(delta = -round * 0.7) rounded_square(cap_wide, cap_corner);
            }
        }
        translate([0, 0, -1]) linear_extrude(1 + switch_total - switch_body - cap_rest)
            square(plunger + 2 * plunger_fit, center = true);
        translate([0, 0, top - engrave]) linear_extrude(2) scale(1.45) key_sign(sign);
    }
}

module case_caps() {
    for (i = [0:3]) translate([(i - 1.5) * (cap_flange + 3), 0, cap_high])
        rotate([0, 180, 0]) cap(button_signs[i]);
}
