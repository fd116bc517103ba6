import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isApiError } from '../../../api/problem'
import { errorText } from '../../../api/problemText'
import type { DocumentKind, DocumentPart, Proof } from './queries'

export const DOCUMENT: Record<DocumentKind, MessageDescriptor> = {
  passport: msg`Passport`,
  id_card: msg`Identity card`,
  driving_licence: msg`Driving licence`,
  residence_permit: msg`Residence permit`,
}

export const PART: Record<DocumentPart, MessageDescriptor> = {
  front: msg`Front side`,
  back: msg`Back side`,
  selfie: msg`Your face`,
  proof: msg`Proof of address`,
  evidence_1: msg`First paper`,
  evidence_2: msg`Second paper`,
  evidence_3: msg`Third paper`,
}

const SUPPORTS = msg`A pay slip, a contract, a bank’s statement: whatever supports your answer. You do not have to send any.`

export const HINT: Record<DocumentPart, MessageDescriptor> = {
  front: msg`The whole side with your picture, sharp, without glare.`,
  back: msg`The whole other side, sharp, without glare.`,
  selfie: msg`Look into the camera, without glasses or a hat, in good light.`,
  proof: msg`A bill or a bank’s letter of the last three months with your name and address. A screenshot of it will do.`,
  evidence_1: SUPPORTS,
  evidence_2: SUPPORTS,
  evidence_3: SUPPORTS,
}

export const VERIFIED: Record<Proof, MessageDescriptor> = {
  identity: msg`Your identity is verified`,
  address: msg`Your address is verified`,
  source_of_funds: msg`Your source of funds is accepted`,
}

const REASON: Record<string, MessageDescriptor> = {
  document_unreadable: msg`Not everything on the document can be read.`,
  document_incomplete: msg`A part of the document is not in the picture.`,
  document_expired: msg`The document has run out.`,
  document_unsupported: msg`This kind of document cannot be taken.`,
  document_damaged: msg`The document is damaged.`,
  data_mismatch: msg`The document says something else than your personal details.`,
  face_mismatch: msg`The face is not that of the document.`,
  selfie_unusable: msg`The picture of your face cannot be used.`,
  address_mismatch: msg`The address is not the one in your personal details.`,
  proof_too_old: msg`The proof of address is older than three months.`,
  answer_incomplete: msg`The answer does not say enough.`,
  evidence_needed: msg`Papers are needed that support the answer, such as a pay slip or a contract.`,
  not_allowed: msg`We cannot serve you because of your country or age.`,
}
const OTHER = msg`The documents cannot be accepted.`

/** Why something was refused; a reason that this page does not know yet is told as the general one, once. */
export function reasonsOf(reasons: readonly string[]): MessageDescriptor[] {
  return [...new Set(reasons.map((reason) => REASON[reason] ?? OTHER))]
}

/** Words for a picture that was not taken. */
export function usePictureWords(): (error: unknown) => string {
  const { t } = useLingui()
  return (error) => {
    if (!isApiError(error)) return errorText(error)
    switch (error.fieldCode('/picture')) {
      case 'heic':
        return t`This browser cannot read HEIC. Choose a JPEG or PNG, or take the photo here.`
      case 'picture':
        return t`This is no picture. Choose a JPEG, PNG or WebP.`
      case 'pixels':
        return t`This picture is too large. Choose a smaller one.`
    }
    if (error.code === 'TOO_MANY_REQUESTS') return t`Too many pictures were sent. Wait a little and try again.`
    if (error.code === 'CONFLICT_ERROR') return t`Nothing more can be sent now. Support can help.`
    return errorText(error)
  }
}
