/** The application itself adds nothing: the calendar is the plugin `calendar`. */
export default {};
