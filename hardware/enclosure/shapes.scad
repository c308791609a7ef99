// Shapes that case and tower panel share: a rounded box with a leaning top, its lid, posts, bosses.
// Body coordinates: x across from the middle, y back from the front, z up from the table.
// Lid coordinates: x the same, y along the slope from the front edge, z out of the lid's underside.
include <parameters.scad>

far = 400;
curve_steps = 6;

module outline(width, depth, inset = 0) {
    offset(delta = -inset) offset(r = corner, $fn = 64) offset(delta = -corner)
        translate([-width / 2, 0]) square([width, depth]);
}

function slope(depth, tilt) = depth / cos(tilt);

module on_slope(front, tilt) {
    translate([0, 0, front]) rotate([tilt, 0, 0]) children();
}

module off_slope(front, tilt) {
    rotate([-tilt, 0, 0]) translate([0, 0, -front]) children();
}

// A slice of `height` at `z`, for hulls.
module slice(z, height = 0.01) {
    translate([0, 0, z]) linear_extrude(height) children();
}

module below(front, tilt, by = 0) {
    on_slope(front, tilt) translate([-far / 2, -far / 2, -far - by]) cube(far);
}

module prism(width, depth, inset = 0) {
    translate([0, 0, -far / 2]) linear_extrude(far) outline(width, depth, inset);
}

// What is round at its upright edges: `profile` is [radius, z] from below up, at a corner.
module rounded(width, depth, profile) {
    n = len(profile) - 1;
    hull() for (x = [-1, 1], y = [corner, depth - corner])
        translate([x * (width / 2 - corner), y]) rotate_extrude($fn = 64)
            polygon(concat([[0, profile[0].y]], profile, [[0, profile[n].y]]));
}

// The outside, from the table up: the edge below leaves the bed at 45 degrees and curves upright.
module block(width, depth, height) {
    rounded(width, depth, concat(
        [for (k = [0:curve_steps]) let (a = 45 - 45 * k / curve_steps)
            [corner - edge * (1 - cos(a)), edge * (sin(45) - sin(a))]],
        [[corner, height]]));
}

// A block cut along the slope, with the room in it.
module box(width, depth, front, tilt) {
    height = front + depth * tan(tilt) + 1;
    difference() {
        intersection() {
            block(width, depth, height);
            below(front, tilt);
        }
        translate([0, 0, floor_thick]) linear_extrude(far) outline(width, depth, wall);
    }
}

// Lid or plate, in lid coordinates; at its foot a narrow groove that makes the seam a line.
module lid(width, depth, tilt) {
    scale([1, slope(depth, tilt) / depth, 1]) rounded(width, depth, concat(
        [[corner - 0.5, 0], [corner, 0.5]],
        [for (k = [0:curve_steps]) let (a = 45 * k / curve_steps)
            [corner - edge * (1 - cos(a)), lid_thick - edge * (sin(45) - sin(a))]]));
}

// The rim that keeps a lid in its place, in lid coordinates.
module rim(width, depth, front, tilt) {
    intersection() {
        translate([-far / 2, -far / 2, -1.8]) cube([far, far, 1.9]);
        off_slope(front, tilt) difference() {
            prism(width, depth, wall + fit);
            prism(width, depth, wall + fit + 1.8);
        }
    }
}

// A post from the floor to the boss of the lid, and the way of its screw, in body coordinates.
module screw_post(at, width, depth, front, tilt) {
    intersection() {
        on_slope(front, tilt) translate([at.x, at.y, -far - boss]) cylinder(d = post, h = far, $fn = 40);
        block(width, depth, far);
    }
}

module screw_way(at, front, tilt) {
    cone = (screw_head - screw_through) / 2;
    on_slope(front, tilt) translate([at.x, at.y, -boss]) {
        translate([0, 0, -far]) cylinder(d = screw_through, h = far + 1, $fn = 32);
        translate([0, 0, -far - seat]) cylinder(d = screw_head, h = far, $fn = 32);
        translate([0, 0, -seat - 0.001])
            cylinder(d1 = screw_head, d2 = screw_through, h = cone, $fn = 32);
    }
}

// The lid's bosses that stand on the posts, in lid coordinates, clear of the walls.
module corner_bosses(places, width, depth, front, tilt) {
    intersection() {
        for (at = places) lid_boss(at, boss, post);
        off_slope(front, tilt) prism(width, depth, wall + fit + 0.1);
    }
}

// A boss below the lid, in lid coordinates; its hole ends min_wall below the face.
module lid_boss(at, height, outer) {
    translate([at.x, at.y, -height]) cylinder(d = outer, h = height + 0.1, $fn = 32);
}

module lid_boss_hole(at, height, pilot) {
    translate([at.x, at.y, -height - 1])
        cylinder(d = pilot, h = height + 1 + lid_thick - min_wall, $fn = 24);
}

// A board's pillar on the floor.
module standoff(at, height, outer) {
    translate([at.x, at.y, floor_thick - 0.1]) cylinder(d = outer, h = height + 0.1, $fn = 40);
}

module standoff_hole(at, height, pilot) {
    translate([at.x, at.y, 2]) cylinder(d = pilot, h = floor_thick + height, $fn = 24);
}

// An opening with round corners through a wall's outer face, looking along y.
module opening(at, wide, high, r) {
    translate([at.x, at.y, at.z]) rotate([90, 0, 0]) linear_extrude(2 * wall + 1, center = true)
        offset(r = r, $fn = 40) square([wide - 2 * r, high - 2 * r], center = true);
}

module rounded_square(wide, r) {
    offset(r = r, $fn = 48) square(wide - 2 * r, center = true);
}
