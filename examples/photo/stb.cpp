// SPDX-License-Identifier: BSL-1.0
// stb.cpp: the bodies of stb, compiled once.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image.h>
#include <stb_image_write.h>
