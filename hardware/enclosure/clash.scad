// What two parts share when they are put together: nothing, or they don't fit.
include <props.scad>

stl = "stl";
pair = "case";
apart = 0.01;  // faces that touch don't count

case_name = oled_large ? "case-242" : "case";

// Printed faces that touch are kept a little apart.
module face_up() { translate([0, 0, apart]) rotate([0, 180, 0]) translate([0, 0, -lid_thick]) children(); }

if (pair == "case") intersection() {
    part(str(case_name, "-bottom"));
    on_slope(case_front, case_tilt) face_up() part(str(case_name, "-lid"));
}
// A cap at rest, and pressed down.
if (pair == "caps") for (pressed = [0, 0.5]) intersection() {
    face_up() part(str(case_name, "-lid"));
    translate([buttons[0], button_up, -cap_rise - pressed]) cap(button_signs[0]);
}
if (pair == "panel") intersection() {
    part("panel-bottom");
    on_slope(panel_front, panel_tilt) face_up() part("panel-plate");
}
// The boards and lamps that are put in, and what is printed around them.
if (pair == "panel-boards") intersection() {
    union() {
        part("panel-bottom");
        on_slope(panel_front, panel_tilt) face_up() part("panel-plate");
    }
    union() {
        translate([0, 0, apart]) pico_in_place();
        on_slope(panel_front, panel_tilt) translate([0, 0, -apart]) lamps_in_place();
    }
}
if (pair == "boards") intersection() {
    union() {
        part(str(case_name, "-bottom"));
        on_slope(case_front, case_tilt) face_up() part(str(case_name, "-lid"));
    }
    union() {
        translate([0, 0, apart]) pi_in_place();
        on_slope(case_front, case_tilt) translate([0, 0, -apart]) { oled(); strip(); piezo_disc(); }
    }
}
