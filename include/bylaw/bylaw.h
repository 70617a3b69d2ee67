/* bylaw.h - the whole library: card games to the letter. */
#ifndef BYLAW_BYLAW_H
#define BYLAW_BYLAW_H

#include "bylaw/run.h"
#include "bylaw/bot.h"
#include "bylaw/card.h"
#include "bylaw/clause.h"
#include "bylaw/dataset.h"
#include "bylaw/game.h"
#include "bylaw/gpu.h"
#include "bylaw/json.h"
#include "bylaw/logic.h"
#include "bylaw/match.h"
#include "bylaw/observe.h"
#include "bylaw/past.h"
#include "bylaw/position.h"
#include "bylaw/review.h"
#include "bylaw/rng.h"
#include "bylaw/service.h"
#include "bylaw/step.h"
#include "bylaw/text.h"
#include "bylaw/tournament.h"
#include "bylaw/transcript.h"
#include "bylaw/vector.h"

#endif
