import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DocumentKind, Proof } from './queries'

export const DOCUMENT: Record<DocumentKind, MessageDescriptor> = {
  passport: msg`Passport`,
  id_card: msg`Identity card`,
  driving_licence: msg`Driving licence`,
  residence_permit: msg`Residence permit`,
}

export const VERIFIED: Record<Proof, MessageDescriptor> = {
  identity: msg`Your identity is verified`,
  address: msg`Your address is verified`,
  source_of_funds: msg`Your source of funds is accepted`,
}

const REASON: Record<string, MessageDescriptor> = {
  document_unreadable: msg`Not everything on the document can be read.`,
  document_incomplete: msg`A part of the document is not in the picture.`,
  document_expired: msg`The document has expired.`,
  document_unsupported: msg`This type of document is not accepted.`,
  document_damaged: msg`The document is damaged.`,
  data_mismatch: msg`The document does not match your personal details.`,
  face_mismatch: msg`The face does not match the document.`,
  selfie_unusable: msg`The picture of your face cannot be used.`,
  address_mismatch: msg`The address is not the one in your personal details.`,
  proof_too_old: msg`The proof of address is older than three months.`,
  answer_incomplete: msg`The answer lacks detail.`,
  evidence_needed: msg`Documents that support your answer are needed, such as a payslip or a contract.`,
  not_allowed: msg`We cannot serve you because of your country or age.`,
}
const OTHER = msg`The documents cannot be accepted.`

/** The texts of rejection reasons. Unknown reasons share one general text, which appears once. */
export function reasonsOf(reasons: readonly string[]): MessageDescriptor[] {
  return [...new Set(reasons.map((reason) => REASON[reason] ?? OTHER))]
}
