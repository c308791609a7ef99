// One part, as it lies on the bed: openscad -D 'part="case-lid"' -o case-lid.stl parts.scad
// With -D oled_large=1 it is that of the case for 2.42 inch.
include <case.scad>
include <panel.scad>

part = "case-bottom";

module face_down() { translate([0, 0, lid_thick]) rotate([0, 180, 0]) children(); }

if (part == "case-bottom") case_bottom();
if (part == "case-lid") face_down() case_lid();
if (part == "case-caps") case_caps();
if (part == "panel-bottom") panel_bottom();
if (part == "panel-plate") face_down() panel_plate();
