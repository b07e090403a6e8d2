/**
 * reader/categories.h -- names and colours of the arrays that hold codes.
 *
 * Room: plugin/reader.
 */
#ifndef granum_categories_h
#define granum_categories_h

namespace granum
{

/** Makes ParaView show `source`, `answered`, `audit_answered`, `coverage` and `served` as categories, whoever
 * colours by them; what the user has saved as default for such an array comes first.  Again:
 * nothing happens. */
void KnowCategories();

}

#endif
