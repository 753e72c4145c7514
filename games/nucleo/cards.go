package nucleo

import "math/bits"

// Habitats is how many kinds of habitat, and of faction, there are.
const Habitats = 4

// The habitats (N02). Faction n is at home in habitat n: the Order in forests,
// the Council on plains, the Coven in swamps, the Sect on mountains (N04).
const (
	Forest = iota
	Plain
	Swamp
	Mountain
)

// The factions.
const (
	Order = iota
	Council
	Coven
	Sect
)

var habitatNames = [Habitats]string{"forest", "plain", "swamp", "mountain"}

var factionNames = [Habitats]string{"order", "council", "coven", "sect"}

// Items of the factions (N21).
var itemNames = [Habitats]string{"map", "bread", "potion", "rocket"}

// Defender cards (N04): a faction has eighteen, six of its home habitat and
// four of each other, in the order in which the habitats follow its own. Card n
// of faction f has the id f·18+n.
const (
	CardsEach = 18
	Defenders = Habitats * CardsEach
)

// cards is what is printed on a faction's cards, by number: how far from home
// its habitat is, and its action points.
var cards = [CardsEach]struct{ far, points int8 }{
	{0, 2}, {0, 2}, {0, 3}, {0, 3}, {0, 4}, {0, 4},
	{1, 2}, {1, 3}, {1, 3}, {1, 4},
	{2, 2}, {2, 3}, {2, 3}, {2, 4},
	{3, 2}, {3, 3}, {3, 3}, {3, 4},
}

// FactionOf is the faction of a defender card.
func FactionOf(card int) int { return card / CardsEach }

// HabitatOf is the habitat of a defender card.
func HabitatOf(card int) int {
	return (card/CardsEach + int(cards[card%CardsEach].far)) % Habitats
}

// PointsOf is how many action points a defender card gives.
func PointsOf(card int) int { return int(cards[card%CardsEach].points) }

// CardID is the id of a faction's card.
func CardID(faction, n int8) int { return int(faction)*CardsEach + int(n) }

// fullDeck is the set of all eighteen.
const fullDeck = 1<<CardsEach - 1

// ofHabitat is the set of a faction's cards of one habitat.
func ofHabitat(faction int8, habitat int) (set uint32) {
	for n := range CardsEach {
		if HabitatOf(CardID(faction, int8(n))) == habitat {
			set |= 1 << n
		}
	}
	return set
}

// habitatSets are those sets for every faction and habitat.
var habitatSets = func() (sets [Habitats][Habitats]uint32) {
	for f := range sets {
		for h := range sets[f] {
			sets[f][h] = ofHabitat(int8(f), h)
		}
	}
	return sets
}()

// nth is the number of the k-th member of a set, from 0.
func nth[T uint32 | uint64](set T, k int) int8 {
	for range k {
		set &= set - 1
	}
	return int8(bits.TrailingZeros64(uint64(set)))
}

func size(set uint32) int { return bits.OnesCount32(set) }

// Leaders (N26): leader n belongs to faction n/2.
const Leaders = 2 * Habitats

// The leaders, by what is special about each.
const (
	Wayfarer     = iota // Order: moving next to a sniper needs no damage roll
	Cartographer        // Order: begins with one more map
	Steward             // Council: begins with one support
	Mason               // Council: the first camp it builds costs one support less
	Healer              // Coven: heals two damage at a time
	Fenwalker           // Coven: entering a toxic area needs no damage roll
	Sapper              // Sect: breaching a wall needs no damage roll
	Ironclad            // Sect: holds one damage more
)

var leaderNames = [Leaders]string{"wayfarer", "cartographer", "steward", "mason", "healer", "fenwalker", "sapper", "ironclad"}

// MachineKind is one of the four things that the machine does (N06).
type MachineKind int8

// The kinds.
const (
	MachineAutomata  MachineKind = iota // N12, N13
	MachineFactories                    // N14, N15
	MachineMechs                        // N16
	MachineReboot                       // N17
	MachineKinds
)

var machineNames = [MachineKinds]string{"automata", "factories", "mechs", "reboot"}

func (k MachineKind) String() string { return name(machineNames[:], int(k)) }

// Machine cards have ids: copy n of kind k is k·maxCopies+n, and after them come
// the six advanced ones, each of which does two things, one after the other.
const (
	maxCopies     = 7
	firstAdvanced = int(MachineKinds) * maxCopies
	Advanced      = 6
	MachineCards  = firstAdvanced + Advanced
)

// advanced are the advanced cards in the order in which difficulty adds them,
// which is that of what they cost a team. Hardly any card without automata makes
// it harder: it takes turns from the machine in which it would have walled.
var advanced = [Advanced][2]MachineKind{
	{MachineFactories, MachineReboot},
	{MachineAutomata, MachineMechs},
	{MachineMechs, MachineAutomata},
	{MachineReboot, MachineAutomata},
	{MachineAutomata, MachineFactories},
	{MachineAutomata, MachineReboot},
}

// MachineDoes gives what a machine card does, in order.
func MachineDoes(card int) []MachineKind {
	if card >= firstAdvanced {
		return advanced[card-firstAdvanced][:]
	}
	return kinds[card/maxCopies : card/maxCopies+1]
}

var kinds = [MachineKinds]MachineKind{MachineAutomata, MachineFactories, MachineMechs, MachineReboot}
