// The engraved signs, drawn of strokes so that no font is needed. Each is about 4.4 high (those of
// the cards 5.4), in 2D, its middle at the origin.
include <parameters.scad>
include <card_signs.scad>

module line(points, width = stroke_width) {
    for (i = [0:len(points) - 2]) hull()
        for (p = [points[i], points[i + 1]]) translate(p) circle(d = width, $fn = 20);
}

function arc(r, from, to, steps = 14) =
    [for (i = [0:steps]) let (a = from + (to - from) * i / steps) r * [cos(a), sin(a)]];

function moved(points, by) = [for (p = points) p + by];

// Which of the five towers: it stands, the others are only their places.
module sign_tower(which) {
    for (i = [0:4]) translate([(i - 2) * 2.3, -2]) {
        if (i == which) {
            translate([-0.8, 0]) square([1.6, 2.9]);
            translate([0, 2.9]) polygon([[-0.8, -0.01], [0.8, -0.01], [0, 1.6]]);
        } else translate([-0.65, 0]) square([1.3, stroke_width]);
    }
}

module sign_1() { line([[-0.9, 1.2], [0.2, 2], [0.2, -2]]); }

module sign_2() {
    line(concat(moved(arc(1.2, 165, -35), [0, 0.8]), [[-1.25, -2], [1.3, -2]]));
}

module sign_3() {
    line(moved(arc(1.05, 150, -90), [0, 0.98]));
    line(moved(arc(1.1, 90, -150), [0, -1.02]));
}

module sign_none() {
    line(arc(1.75, 0, 360, 32));
    line([[-2.1, -2.1], [2.1, 2.1]]);
}

// A sign of the screen: each lit pixel is as wide as a stroke, and a little more, so that pixels
// that touch in a corner are joined.
module sign_of_rows(rows) {
    size = [stroke_width, stroke_width];
    for (y = [0:len(rows) - 1], x = [0:len(rows[y]) - 1]) if (rows[y][x] == "#")
        translate([(x - len(rows[y]) / 2) * stroke_width, (len(rows) / 2 - 1 - y) * stroke_width])
            offset(delta = pixel_overlap) square(size);
}

module sign_back() {
    line(concat([[-2, 1]], moved(arc(1.6, 90, -90), [0.9, -0.6]), [[-1.4, -2.2]]));
    line([[-0.7, 2.3], [-2, 1], [-0.7, -0.3]]);
}

module sign_next() { line([[-0.9, 2], [1.1, 0], [-0.9, -2]], 1.1); }

module sign_previous() { mirror([1, 0]) sign_next(); }

module sign_ok() { line([[-2.2, 0], [-0.7, -1.6], [2.3, 1.7]], 1.1); }

module sign_menu() { for (y = [-1.7, 0, 1.7]) line([[-2, y], [2, y]]); }

// A player, above a seat's lamp.
module sign_seat() {
    translate([0, 1.5]) circle(d = 1.9, $fn = 24);
    intersection() {
        translate([0, -1.9]) circle(d = 3.8, $fn = 32);
        translate([-3, -1.9]) square([6, 3]);
    }
}

// The signs of the keys in the order of their numbers in docs/wire.md.
module key_sign(key) {
    if (key < 5) sign_tower(key);
    if (key == 5) sign_1();
    if (key == 6) sign_2();
    if (key == 7) sign_3();
    if (key == 8) sign_none();
    if (key == 9) sign_of_rows(intermezzo_rows);
    if (key == 10) sign_of_rows(finito_rows);
    if (key == 11) sign_back();
    if (key == 12) sign_previous();
    if (key == 13) sign_next();
    if (key == 14) sign_ok();
    if (key == 15) sign_menu();
}
