/**
 * filters/ranks.h -- figures of all the processes of a server.
 *
 * Room: plugin/filters.  Every call is collective: a filter calls it on every rank,
 * with or without data there.  With one process nothing happens.
 */
#ifndef granum_filters_ranks_h
#define granum_filters_ranks_h

#include <cstdint>
#include <string>
#include <vector>

namespace granum
{

/** This process, from 0; the first one holds what is not divided. */
int Rank();

/** Element by element over the ranks; all give the same length. */
void SumOverRanks(std::vector<double>& values);
void MinOverRanks(std::vector<double>& values);
void MaxOverRanks(std::vector<double>& values);

/** The rows of all ranks, in the order of the ranks, on every one of them. */
void GatherOverRanks(std::vector<double>& values);
void GatherOverRanks(std::vector<std::int64_t>& values);

/** The first complaint of any rank, "" if there is none: filters fail together. */
std::string FirstComplaint(const std::string& mine);

}

#endif
