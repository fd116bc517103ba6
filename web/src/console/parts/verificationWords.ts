import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { Tone } from '../../ui/Badge'

const KINDS: Record<string, MessageDescriptor> = {
  PHONE: msg`Phone`,
  ADDRESS: msg`Home address, by a document`,
  IDENTITY: msg`Identity, by a document`,
  DECLARED_ADDRESS: msg`Home address, by their word`,
  SOURCE_OF_FUNDS: msg`Source of funds`,
}

const STATUSES: Record<string, { words: MessageDescriptor; tone: Tone }> = {
  NONE: { words: msg`Never begun`, tone: 'plain' },
  INIT: { words: msg`Begun`, tone: 'plain' },
  RETRY: { words: msg`Once more`, tone: 'wait' },
  RESET: { words: msg`Taken back`, tone: 'plain' },
  EXPIRED: { words: msg`Run out`, tone: 'wait' },
  ON_HOLD: { words: msg`On hold`, tone: 'act' },
  REJECTED: { words: msg`Rejected`, tone: 'bad' },
  COMPLETED: { words: msg`Verified`, tone: 'ok' },
  PROCESSING: { words: msg`Handed in`, tone: 'act' },
  NOT_ALLOWED: { words: msg`Not possible`, tone: 'bad' },
}

const VERDICTS: Record<string, MessageDescriptor> = {
  approve: msg`Approve`,
  ask_again: msg`Ask once more`,
  hold: msg`Put on hold`,
  reject: msg`Reject for good`,
  reset: msg`Take back`,
  expire: msg`Mark as run out`,
}

const REASONS: Record<string, MessageDescriptor> = {
  document_unreadable: msg`The document cannot be read`,
  document_incomplete: msg`A part of the document is missing`,
  document_expired: msg`The document has run out`,
  document_unsupported: msg`This kind of document is not accepted`,
  document_damaged: msg`The document is damaged`,
  data_mismatch: msg`The details are other ones`,
  face_mismatch: msg`The face is another one`,
  selfie_unusable: msg`The photo of the face cannot be used`,
  address_mismatch: msg`The address is another one`,
  proof_too_old: msg`The proof of address is too old`,
  answer_incomplete: msg`The answer does not say enough`,
  evidence_needed: msg`Papers are needed that support the answer`,
  not_allowed: msg`This person cannot be a customer`,
  refused: msg`Refused, without saying more`,
}

/** What is told of an answer to where money comes from, and never of a document of identity. */
const OF_FUNDS = ['answer_incomplete', 'evidence_needed']
/** What is told of every kind. */
const OF_ALL = ['document_unreadable', 'document_incomplete', 'data_mismatch', 'not_allowed', 'refused']

/** The reasons that can be told about something of this kind. */
export const reasonsOf = (kind: string): readonly string[] =>
  Object.keys(REASONS).filter((word) =>
    kind === 'SOURCE_OF_FUNDS' ? OF_FUNDS.includes(word) || OF_ALL.includes(word) : !OF_FUNDS.includes(word),
  )

const PARTS: Record<string, MessageDescriptor> = {
  front: msg`Front`,
  back: msg`Back`,
  selfie: msg`Face`,
  proof: msg`Proof of address`,
  evidence_1: msg`First document`,
  evidence_2: msg`Second document`,
  evidence_3: msg`Third document`,
}

const DOCUMENTS: Record<string, MessageDescriptor> = {
  passport: msg`Passport`,
  id_card: msg`Identity card`,
  driving_licence: msg`Driving licence`,
  residence_permit: msg`Residence permit`,
}

/** The words of verifications. */
export function useVerificationWords() {
  const { _ } = useLingui()
  const of = (words: MessageDescriptor | undefined, code: string) => (words ? _(words) : code)
  return {
    kind: (code: string) => of(KINDS[code], code),
    status: (code: string) => ({ words: of(STATUSES[code]?.words, code), tone: STATUSES[code]?.tone ?? 'plain' }),
    verdict: (code: string) => of(VERDICTS[code], code),
    reason: (code: string) => of(REASONS[code], code),
    document: (code: string) => of(DOCUMENTS[code], code),
    part: (code: string) => of(PARTS[code], code),
  }
}
