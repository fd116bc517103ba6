import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { Tone } from '../../ui/Badge'

const KINDS: Record<string, MessageDescriptor> = {
  PHONE: msg`Phone`,
  ADDRESS: msg`Home address, by document`,
  IDENTITY: msg`Identity, by document`,
  DECLARED_ADDRESS: msg`Home address, as stated`,
  SOURCE_OF_FUNDS: msg`Source of funds`,
}

const STATUSES: Record<string, { words: MessageDescriptor; tone: Tone }> = {
  NONE: { words: msg`Not started`, tone: 'plain' },
  INIT: { words: msg`Started`, tone: 'plain' },
  RETRY: { words: msg`Needs resubmission`, tone: 'wait' },
  RESET: { words: msg`Revoked`, tone: 'plain' },
  EXPIRED: { words: msg`Expired`, tone: 'wait' },
  ON_HOLD: { words: msg`On hold`, tone: 'act' },
  REJECTED: { words: msg`Rejected`, tone: 'bad' },
  COMPLETED: { words: msg`Verified`, tone: 'ok' },
  PROCESSING: { words: msg`Submitted`, tone: 'act' },
  NOT_ALLOWED: { words: msg`Not possible`, tone: 'bad' },
}

const VERDICTS: Record<string, MessageDescriptor> = {
  approve: msg`Approve`,
  ask_again: msg`Ask again`,
  hold: msg`Put on hold`,
  reject: msg`Reject permanently`,
  reset: msg`Revoke`,
  expire: msg`Mark as expired`,
}

const REASONS: Record<string, MessageDescriptor> = {
  document_unreadable: msg`The document cannot be read`,
  document_incomplete: msg`A part of the document is missing`,
  document_expired: msg`The document has expired`,
  document_unsupported: msg`This type of document is not accepted`,
  document_damaged: msg`The document is damaged`,
  data_mismatch: msg`The details do not match`,
  face_mismatch: msg`The face does not match`,
  selfie_unusable: msg`The photo of the face cannot be used`,
  address_mismatch: msg`The address does not match`,
  proof_too_old: msg`The proof of address is too old`,
  answer_incomplete: msg`The answer lacks detail`,
  evidence_needed: msg`Documents that support the answer are needed`,
  not_allowed: msg`This person cannot be a customer`,
  refused: msg`Rejected without explanation`,
}

/** Reasons for source of funds only, never for an identity document. */
const OF_FUNDS = ['answer_incomplete', 'evidence_needed']
/** Reasons for all kinds. */
const OF_ALL = ['document_unreadable', 'document_incomplete', 'data_mismatch', 'not_allowed', 'refused']

/** The reasons that an operator can give for this kind of verification. */
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

/** The texts of verifications. */
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
