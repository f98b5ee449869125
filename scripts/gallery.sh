#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Makes the pictures of docs/gallery.md in docs/pictures/gallery with the programs in examples/.
# usage: scripts/gallery.sh [build folder that contains the compiled examples]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=${1:-build/demo}
programs=(attention audio cavity gray_scott heat iris kmeans life mandelbrot nbody pagerank photo shrink)
if [[ $# -eq 0 ]]; then
  export CMAKE_BUILD_PARALLEL_LEVEL="${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"
  cmake --preset demo
  cmake --build "$build" --target "${programs[@]}"
fi

from="$build/examples"
to=docs/pictures/gallery
photograph=examples/photo/china.jpg
other=$(mktemp -d)
trap 'rm -rf "$other"' EXIT
mkdir -p "$to"

"$from/attention" "$to/attention.svg" > /dev/null
"$from/audio" "$to/audio.jpg" "$other/audio.wav"
"$from/cavity" "$to/cavity.jpg" 49 340
"$from/gray_scott" "$other" 240 720
"$from/shrink" "$other/frame5.png" "$to/gray_scott.jpg" 1 # converts the format
"$from/heat" "$to/heat.jpg"
"$from/iris" examples/iris/iris.csv "$to/iris.svg"
"$from/kmeans" "$photograph" "$to/kmeans.png"
"$from/life" "$to/life.png"
"$from/mandelbrot" "$to/mandelbrot.jpg"
"$from/nbody" "$to/nbody.jpg"
"$from/pagerank" examples/pagerank/links.txt "$to/pagerank.svg"
"$from/photo" "$photograph" "$other" > /dev/null
"$from/shrink" "$other/contact-sheet.png" "$to/photo.jpg" 3
"$from/shrink" "$photograph" "$to/shrink.png" 5

# The pictures must be small enough for a page.
find "$to" -type f -size +60k -printf '%p is larger than 60 KiB: %s bytes\n'
