import type { SessionId } from "$contract";
import type { Alignment, Mark, Parting } from "$alignment/alignment";
import type { Absent } from "$session/rows";
import type { CallKey } from "$timeline/model";
import type { OpenLane } from "$alignment/openLanes";

/** Where the lanes first go different ways, and which lane does so. */
export type Parted = { lane: SessionId; parting: Parting };

/** How a call stands in one of the other lanes. */
export type Standing = { name: string; kind: Mark["type"] | "absent"; isFirst: boolean };

/** What is marked in one lane. */
export type LaneMarks = {
  /** The lane it is compared with. Nothing for that lane itself. */
  comparedTo: string | null;
  marks: Map<CallKey, Mark>;
  absent: Absent[];
  /** For each call of the lane that the others are compared with: how it stands in each of them. */
  standings: Map<CallKey, Standing[]>;
  /** The call, or the one that is left out, with which the lanes first part. */
  parting: CallKey | null;
};

/** The first place in any lane. */
export function partedAt(alignments: Map<SessionId, Alignment>): Parted | null {
  let first: Parted | null = null;
  for (const [lane, { parting }] of alignments) {
    if (parting === null) continue;
    if (first === null || isBefore(parting, first.parting)) first = { lane, parting };
  }
  return first;
}

function isBefore(one: Parting, other: Parting): boolean {
  return one.question < other.question || (one.question === other.question && one.place < other.place);
}

export function laneMarks(
  session: SessionId,
  reference: OpenLane | null,
  lanes: OpenLane[],
  alignments: Map<SessionId, Alignment>,
): LaneMarks {
  const parted = partedAt(alignments);
  const own = alignments.get(session);
  if (own !== undefined) {
    const isHere = parted !== null && parted.lane === session;
    return {
      comparedTo: reference?.lane.name ?? null,
      marks: own.marks,
      absent: own.absent,
      standings: new Map(),
      parting: isHere ? (parted.parting.here ?? parted.parting.there) : null,
    };
  }
  return {
    comparedTo: null,
    marks: new Map(),
    absent: [],
    standings: standingsOf(lanes, alignments, parted),
    parting: parted?.parting.there ?? null,
  };
}

function standingsOf(
  lanes: OpenLane[],
  alignments: Map<SessionId, Alignment>,
  parted: Parted | null,
): Map<CallKey, Standing[]> {
  const standings = new Map<CallKey, Standing[]>();
  const add = (key: CallKey, standing: Standing): void => {
    standings.set(key, [...(standings.get(key) ?? []), standing]);
  };
  for (const { lane } of lanes) {
    const alignment = alignments.get(lane.session);
    if (alignment === undefined) continue;
    const isFirst = (key: CallKey): boolean => parted?.lane === lane.session && parted.parting.there === key;
    for (const [there, here] of alignment.partners) {
      const mark = alignment.marks.get(here);
      if (mark !== undefined) add(there, { name: lane.name, kind: mark.type, isFirst: isFirst(there) });
    }
    for (const { key } of alignment.absent)
      add(key, { name: lane.name, kind: "absent", isFirst: isFirst(key) });
  }
  return standings;
}

/** The call that each lane is to show. */
export type Sought = ReadonlyMap<SessionId, CallKey>;

export const NOTHING_SOUGHT: Sought = new Map();

/** Where a parting is to be seen in each lane: the call itself, its partner, or the place where it is left out. */
export function soughtIn(
  { lane: parting, parting: { here, there } }: Parted,
  reference: SessionId,
  alignments: Map<SessionId, Alignment>,
): Sought {
  const sought = new Map<SessionId, CallKey>();
  const first = there ?? here;
  if (first !== null) sought.set(reference, first);
  for (const [lane, { partners, absent }] of alignments) {
    const isAbsent = absent.some(({ key }) => key === there);
    const partner = there === null ? undefined : (partners.get(there) ?? (isAbsent ? there : undefined));
    if (partner !== undefined) sought.set(lane, partner);
  }
  if (here !== null) sought.set(parting, here);
  return sought;
}

export function without(sought: Sought, lane: SessionId): Sought {
  return new Map([...sought].filter(([one]) => one !== lane));
}
