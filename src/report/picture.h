/* Parts of what the page draws, which pictures of both kinds are made of. */
#ifndef REPORT_PICTURE_H
#define REPORT_PICTURE_H

#include "base/json.h"
#include "report/rows.h"

void picture_row(json *j, const row *r);
/* Those that were read for the members before. */
void picture_sources(json *j, const source *src);

#endif
