import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isApiError } from '../../../api/problem'
import { errorText } from '../../../api/problemText'
import type { DocumentPart } from './queries'

export const PART: Record<DocumentPart, MessageDescriptor> = {
  front: msg`Front side`,
  back: msg`Back side`,
  selfie: msg`Your face`,
  proof: msg`Proof of address`,
  evidence_1: msg`First document`,
  evidence_2: msg`Second document`,
  evidence_3: msg`Third document`,
}

const SUPPORTS = msg`A payslip, a contract, a bank statement: anything that supports your answer. This is optional. A PDF of up to 5 pages is fine.`

export const HINT: Record<DocumentPart, MessageDescriptor> = {
  front: msg`The whole side with your picture, sharp, without glare.`,
  back: msg`The whole other side, sharp, without glare.`,
  selfie: msg`Look into the camera, without glasses or a hat, in good light.`,
  proof: msg`A bill or a bank letter from the last three months with your name and address. A screenshot is fine, or a PDF of up to 5 pages.`,
  evidence_1: SUPPORTS,
  evidence_2: SUPPORTS,
  evidence_3: SUPPORTS,
}

/** The text for a rejected picture or PDF. */
export function usePictureWords(): (error: unknown) => string {
  const { t } = useLingui()
  return (error) => {
    if (!isApiError(error)) return errorText(error)
    switch (error.fieldCode('/picture')) {
      case 'heic':
        return t`This browser cannot read HEIC. Choose a JPEG or PNG, or take the photo here.`
      case 'picture':
        return t`This is not an image. Choose a JPEG, PNG or WebP.`
      case 'cut':
        return t`A part of this picture is missing. Choose the file again, or take a new photo.`
      case 'small':
        return t`This picture is too small to be read. Both sides need at least 200 pixels.`
      case 'pixels':
        return t`This picture is too large. Choose a smaller one.`
      case 'pdf':
        return t`PDF files are not accepted here. Take a photo instead.`
      case 'pdf_locked':
        return t`This PDF is protected with a password. Save it without one, or send a photo.`
      case 'pdf_pages':
        return t`This PDF has more than 5 pages. Send only the relevant ones, or a photo.`
      case 'pdf_broken':
        return t`This PDF cannot be read. Save it again, or send a photo.`
      case 'pdf_heavy':
        return t`This PDF is too complex. Print it to a new PDF, or send a photo.`
    }
    if (error.code === 'TOO_MANY_REQUESTS') return t`Too many pictures were sent. Wait a little and try again.`
    if (error.code === 'CONFLICT_ERROR') return t`Nothing more can be sent now. Support can help.`
    return errorText(error)
  }
}
