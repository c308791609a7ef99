"""No two files of the companion import each other by any way, not even late or for types alone."""

from graphlib import TopologicalSorter

import grimp


def test_no_file_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph("companion", cache_dir=None)
    imports = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the circle
