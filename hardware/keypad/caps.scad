// Caps to glue on the keys of a number pad: thin tiles with the signs of the tower panel's keys, face
// down as they are printed, in the order of the keys in docs/wire.md.
include <../enclosure/signs.scad>

tile = 12;
tile_thick = 2;
tile_corner = 1.5;
apart = 14;
columns = 4;
keys = 16;
tower_scale = 0.95;  // the signs of the towers are wide
other_scale = 1.45;

module tile_of(key) {
    difference() {
        linear_extrude(tile_thick) offset(r = tile_corner, $fn = 32)
            square(tile - 2 * tile_corner, center = true);
        translate([0, 0, -1]) linear_extrude(1 + engrave) mirror([1, 0])
            scale(key < 5 ? tower_scale : other_scale) key_sign(key);
    }
}

for (key = [0:keys - 1])
    translate([(key % columns - (columns - 1) / 2) * apart, -floor(key / columns) * apart, 0])
        tile_of(key);
