/*
 * Prints the events that libical reads from a calendar on standard input: six texts per event, each
 * terminated by NUL.
 */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void tell(const char *text) {
  if (text) fputs(text, stdout);
  putchar(0);
}

/* Prints a time as ISO 8601; an all-day time as a date. */
static void tell_time(struct icaltimetype time) {
  char shown[64];
  if (time.is_date) {
    snprintf(shown, sizeof shown, "%04d-%02d-%02d", time.year, time.month, time.day);
  } else {
    struct icaltimetype utc = icaltime_convert_to_zone(time, icaltimezone_get_utc_timezone());
    snprintf(shown, sizeof shown, "%04d-%02d-%02dT%02d:%02d:%02d.000Z", utc.year, utc.month,
             utc.day, utc.hour, utc.minute, utc.second);
  }
  tell(shown);
}

static char *read_all(void) {
  size_t room = 1 << 16, length = 0, got;
  char *text = malloc(room);
  while ((got = fread(text + length, 1, room - length - 1, stdin)) > 0) {
    length += got;
    if (room - length < 2) text = realloc(text, room *= 2);
  }
  text[length] = 0;
  return text;
}

int main(void) {
  icalcomponent *calendar = icalparser_parse_string(read_all());
  if (!calendar || icalcomponent_count_errors(calendar) > 0) {
    fprintf(stderr, "%s\n", calendar ? icalcomponent_as_ical_string(calendar) : "not a calendar");
    return 1;
  }
  icalcomponent *event = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT);
  for (; event; event = icalcomponent_get_next_component(calendar, ICAL_VEVENT_COMPONENT)) {
    struct icaltimetype end = icalcomponent_get_dtend(event);
    tell(icalcomponent_get_uid(event));
    tell(icalcomponent_get_summary(event));
    tell(icalcomponent_get_description(event));
    tell(icalcomponent_get_location(event));
    tell_time(icalcomponent_get_dtstart(event));
    tell_time(icaltime_is_null_time(end) ? icalcomponent_get_dtstart(event) : end);
  }
  return 0;
}
