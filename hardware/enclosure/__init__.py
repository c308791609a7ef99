"""The printed parts: parametric OpenSCAD, what makes STLs and pictures of it, and meshes."""
