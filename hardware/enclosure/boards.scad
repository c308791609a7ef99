// The boards that are pushed on a Pi Zero's header, in outline: where each has its screen, stick and
// buttons. The bonnet's places are those of its maker's published layout; the HAT's are approximate.
include <props.scad>

header_base = 2.54;
socket_high = 8.5;
board_thick = 1.6;
pressed_on = pi_thick + header_base + socket_high;  // underside of the board above the Pi's
red = "#d23b2f";

module header() {
    chip([header_pin(0, 0).x - 1.27, header_pin(0, 0).y - 1.27, pi_thick], [50.8, 5.08, header_base]);
    for (i = [0:19], row = [0, 1]) let (at = header_pin(i, row))
        chip([at.x - 0.32, at.y - 0.32, pi_thick + header_base], [0.64, 0.64, 6], gold);
    first = header_pin(0, 0);
    chip([first.x - 0.6, first.y - 0.6, pi_thick + header_base], [1.2, 1.2, 6.1], red);
}

// Screen, socket and board, which both have; the underside at 0.
module pushed_board(tint, screen_middle) {
    board([pi_width, pi_depth, board_thick], [for (x = [0, 1], y = [0, 1])
        [pi_hole_in + x * pi_holes_x, pi_hole_in + y * pi_holes_y]], 2.7, tint, pi_corner);
    chip([header_pin(0, 0).x - 1.27, header_pin(0, 0).y - 1.27, -socket_high], [50.8, 5.08, socket_high]);
    for (i = [0:19], row = [0, 1]) let (at = header_pin(i, row), is_first = i == 0 && row == 0)
        chip([at.x - 0.8, at.y - 0.8, board_thick - 0.02], [1.6, 1.6, is_first ? 0.6 : 0.3], is_first ? red : gold);
    glass = [34.5, 23, 1.4];
    chip([screen_middle.x - glass.x / 2, screen_middle.y - 13.55, board_thick], glass);
    lit_screen(screen_middle, board_thick + glass.z, 29.42);
}

module stick(at) {
    chip([at.x - 3.7, at.y - 3.7, board_thick], [7.4, 7.4, 1.8], steel);
    color(black) translate([at.x, at.y, board_thick + 1.8]) cylinder(d = 3.2, h = 2.6, $fn = 28);
}

module small_button(at) {
    chip([at.x - 3, at.y - 3.2, board_thick], [6, 6.4, 2.2], steel);
    color(black) translate([at.x, at.y, board_thick + 2.2]) cylinder(d = 3.4, h = 1, $fn = 28);
}

bonnet_stick = [8.13, 13.46];
bonnet_buttons = [[53.85, 9.27], [61.09, 15.75]];  // A and B

module bonnet() {
    pushed_board("#28466f", [32.51, 13.92]);
    stick(bonnet_stick);
    for (at = bonnet_buttons) small_button(at);
}

hat_stick = [7, 12.5];
hat_keys = [[59.6, 19], [59.6, 11.8], [59.6, 4.6]];  // KEY1, KEY2, KEY3

module hat() {
    pushed_board("#1f3f66", [32.5, 13.9]);
    stick(hat_stick);
    for (at = hat_keys) small_button(at);
}
