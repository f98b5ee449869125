// SPDX-License-Identifier: BSL-1.0
// audio.cpp: writes the first line of Beethoven's Ode to Joy as a WAV file, and draws its spectrum.
// The sliding windows over the samples are a view, and one call transforms all of them. The loudest
// frequency of a window identifies the note that was played.
//
// usage: audio picture.png sound.wav [samples per second]
#include <stria/fft.hpp>
#include <stria/signal/window.hpp>
#include <stria/stria.hpp>

#include <stria/io/image.hpp>
#include <stria/show/colormap.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace audio {

using namespace stria;
using samples = dtensor<double, 1>;

constexpr double beat = 0.4; // in seconds
struct note {
  int pitch; // semitones above A (440 Hz)
  double beats;
};
constexpr note melody[] = {{-5, 1}, {-5, 1}, {-4, 1},   {-2, 1},   {-2, 1},
                           {-4, 1}, {-5, 1}, {-7, 1},   {-9, 1},   {-9, 1},
                           {-7, 1}, {-5, 1}, {-5, 1.5}, {-7, 0.5}, {-7, 2}};

// The sound of a string. It has eight harmonics; higher ones are softer and decay faster.
samples play(const note& n, double rate) {
  const auto t = arange(static_cast<index_t>(n.beats * beat * rate)) / rate;
  const auto k = arange(1., 9.)[_, newaxis];
  const double frequency = 440 * std::exp2(n.pitch / 12.);
  return sum(exp(-1.5 * k * t) / square(k) * sin(2 * constants::pi * frequency * k * t), _0);
}

// Writes one channel with 16 bits per sample.
void save_wav(const std::string& path, const samples& wave, int rate) {
  const dtensor<std::int16_t, 1> data = cast<std::int16_t>(30'000. * wave / max(abs(wave)));
  std::ofstream file(path, std::ios::binary);
  const auto write = [&](std::size_t value, int bytes) { // writes the least significant byte first
    for (; bytes > 0; --bytes, value >>= 8)
      file.put(static_cast<char>(value & 0xff));
  };
  const auto size = 2 * data.storage().size(), per_second = static_cast<std::size_t>(rate);
  file << "RIFF", write(36 + size, 4);
  file << "WAVEfmt ", write(16, 4), write(1, 2), write(1, 2), write(per_second, 4);
  write(2 * per_second, 4), write(2, 2), write(16, 2);
  file << "data", write(size, 4);
  for (const std::int16_t sample : data.storage())
    write(static_cast<std::uint16_t>(sample), 2);
}

void run(const std::string& picture, const std::string& sound, int rate) {
  std::vector<samples> notes;
  for (const note& n : melody)
    notes.push_back(play(n, rate));
  const samples wave = concat(_0, notes);
  save_wav(sound, wave, rate);

  // Each window is a quarter of a second long, and 40 windows begin in each second. windows[i] is
  // wave[i * hop:i * hop + length].
  const index_t length = rate / 4, hop = rate / 40;
  const auto windows = sliding_window(wave, length, _0)[range(_, _, hop)];
  const auto spectrum = eval(abs(fft::rfft(windows * hanning(length))));
  const auto frequencies = fft::rfftfreq(length, 1. / rate);

  std::printf("%td windows of %td samples\n", spectrum.extent(0), length);
  double begin = 0;
  int right = 0;
  for (const note& n : melody) {
    const double loudest = frequencies(argmax(spectrum[static_cast<index_t>(begin * beat * 40)]));
    const auto pitch = static_cast<int>(std::lround(12 * std::log2(loudest / 440)));
    std::printf("%s ", std::array{"C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#",
                                  "B"}[static_cast<std::size_t>(pitch + 21) % 12]);
    right += pitch == n.pitch;
    begin += n.beats;
  }
  std::printf("\n%d of %td notes heard as played\n", right, std::ssize(melody));

  // The picture shows decibels relative to the loudest element, for frequencies up to 1.6 kHz, with
  // the low ones at the bottom.
  const auto decibels = 20. * log10(spectrum / max(spectrum) + 1e-6);
  const auto upright = transpose(decibels)[rev(1600 / 4 - 1, _)];
  save_image(picture, colormap(repeat(upright, 2, _1), magma, {.low = -70, .high = 0}));
}

} // namespace audio

int main(int argc, char** argv) try {
  if (argc < 3)
    throw std::runtime_error("usage: audio picture.png sound.wav [samples a second]");
  audio::run(argv[1], argv[2], argc > 3 ? std::atoi(argv[3]) : 22'050);
} catch (const std::exception& e) {
  std::fprintf(stderr, "audio: %s\n", e.what());
  return 1;
}
