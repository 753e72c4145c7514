// Package i18n turns messages into sentences, in Italian and in English.
//
// Sentences stand in flat TOML files, it.toml and en.toml, next to the code
// that says them. A sentence is a string, or one for each plural form:
//
//	"klang.event.hit"  = "%[1]s colpisce %[2]s."
//	"klang.event.dice" = { arg = 1, one = "%[1]d dado", other = "%[1]d dadi", "=0" = "nessun dado" }
//
// Places are numbered: %[n]s for whatever it may be, %[n]q for the same between
// the language's quotation marks, %[n]d for a whole number; a percent sign is
// %%. "one" and "other" are the plural forms
// that both languages have, "=N" is for exactly N. [Load] refuses files that
// would show later, in front of somebody, that a translation is missing.
//
// Numbers are written in plain digits without separators, 12500 and not 12.500
// or 12,500: they are points, centimetres and numbers of dice, which are read
// next to boards and tables that write them so, and they stay the same in both
// languages.
package i18n
