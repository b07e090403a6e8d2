/**
 * reader/categories.h -- names and colours of the arrays that hold codes.
 *
 * Room: plugin/reader.
 */
#ifndef granum_categories_h
#define granum_categories_h

namespace granum
{

/** Makes ParaView show `source`, `answered`, `audit_answered`, `coverage`, `served` and
 * `arrow` as categories.  Defaults that the user has saved for such an array take precedence.  A
 * second call has no effect. */
void KnowCategories();

}

#endif
