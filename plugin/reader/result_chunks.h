/**
 * reader/result_chunks.h -- whether the chunks of a dataset decode to their full length.
 *
 * Room: plugin/reader.
 */
#ifndef granum_result_chunks_h
#define granum_result_chunks_h

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace granum
{

/** Returns "" if HDF5 (1.10) can read rows [first, first + rows) of an open dataset with
 * rows > 0 without leaving its buffers, else the reason why not. */
std::string WhyNotDecoded(std::int64_t dataset, const std::vector<std::uint64_t>& sizes,
  std::size_t bytesOfNumber, std::uint64_t first, std::uint64_t rows);

}

#endif
