package gametest

// A law is what a ruleset promises. Every failure names the one it breaks.
type law string

const (
	lawPanic       law = "panic"
	lawEnds        law = "ends"
	lawOver        law = "over"
	lawResult      law = "result"
	lawTimed       law = "timed"
	lawDefault     law = "default"
	lawReplay      law = "replay"
	lawCopy        law = "copy"
	lawCopyReuse   law = "copy-reuse"
	lawView        law = "view"
	lawViewOwn     law = "view-own"
	lawViewReuse   law = "view-reuse"
	lawListed      law = "listed"
	lawSample      law = "sample"
	lawUnlisted    law = "unlisted"
	lawTurn        law = "turn"
	lawRoundTrip   law = "round-trip"
	lawParse       law = "parse"
	lawRefusal     law = "refusal"
	lawUnchanged   law = "unchanged"
	lawUnrolled    law = "unrolled"
	lawSecrecy     law = "secrecy"
	lawDeterminize law = "determinize"
	lawAudience    law = "audience"
	lawTwin        law = "twin"
	lawTexts       law = "texts"
	lawOptions     law = "options"
	lawUndo        law = "undo"
	lawAmend       law = "amend"
	lawFacts       law = "facts"
)

// says puts each law into words, for the reader of a failure.
var says = map[law]string{
	lawPanic:       "no input panics",
	lawEnds:        "random play ends",
	lawOver:        "a match is over exactly when no seat may act",
	lawResult:      "every seat has a score, and there are winners only once it is over",
	lawTimed:       "stretches are numbered upwards from 1, each with one seat, and none runs once it is over",
	lawDefault:     "every decision has a legal default, and play by defaults alone ends",
	lawReplay:      "the same options, dice and actions give the same match",
	lawCopy:        "a copy does not see what happens to the original, nor the reverse",
	lawCopyReuse:   "a copy into an old state is as good as a new one",
	lawView:        "the same state gives the same view, and looking changes nothing",
	lawViewOwn:     "a view owns what it holds: later actions do not change it",
	lawViewReuse:   "a view into an old view is as good as a new one",
	lawListed:      "every action that a view lists is accepted",
	lawSample:      "a sample is a legal action, and every kind of open action comes up",
	lawUnlisted:    "a discrete action that the view does not list is refused",
	lawTurn:        "only a seat that may act is offered anything or can act",
	lawRoundTrip:   "an action reads back from its JSON as it was",
	lawParse:       "what is not an action is refused",
	lawRefusal:     "a refusal is a *game.Error with a code, a rule and a sentence",
	lawUnchanged:   "a refused action changes nothing and tells nothing",
	lawUnrolled:    "a refused action draws no dice",
	lawSecrecy:     "what a seat may not know changes nothing that it can see",
	lawDeterminize: "a determinized state gives the very view it was made from",
	lawAudience:    "an event is told only to those who may know of it",
	lawTwin:        "the case's Twin changes what is hidden",
	lawTexts:       "every sentence is in both catalogues, with the arguments it is given",
	lawUndo:        "what is taken back stands as it stood, and only a moment of this match can be gone back to",
	lawAmend:       "an amendment changes nothing but the state it is made to, and shares nothing with it",
	lawFacts:       "some of the case's Facts can be set right",
	lawOptions:     "options have good defaults, keep their bounds and name the field at fault",
}
