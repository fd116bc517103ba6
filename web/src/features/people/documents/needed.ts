import type { DocumentKind, DocumentPart, DocumentsInfo, Proof } from './queries'

export const KINDS: readonly DocumentKind[] = ['passport', 'id_card', 'driving_licence', 'residence_permit']

/** Optional evidence for the source of funds. */
export const EVIDENCE: readonly DocumentPart[] = ['evidence_1', 'evidence_2', 'evidence_3']

/** The requested pictures, in order. */
export function partsOf(of: Proof, document: DocumentKind): readonly DocumentPart[] {
  if (of === 'address') return ['proof']
  if (of === 'source_of_funds') return EVIDENCE
  return document === 'passport' ? ['front', 'selfie'] : ['front', 'back', 'selfie']
}

export const isSide = (part: DocumentPart) => part === 'front' || part === 'back'

/** Whether the part may be a PDF. Identity documents must be photographed. */
export const mayBePdf = (part: DocumentPart) => part === 'proof' || EVIDENCE.includes(part)

/** The number of pages on the server. */
export const pagesOf = (info: DocumentsInfo, part: DocumentPart) =>
  info.handed_in.find((one) => one.part === part)?.pages ?? 0

/** Whether the server has this picture, for the selected document. */
export function isThere(info: DocumentsInfo, part: DocumentPart, document: DocumentKind, country: string): boolean {
  const found = info.handed_in.find((one) => one.part === part)
  if (!found) return false
  return !isSide(part) || (found.document === document && found.country === country)
}

/** The initial selection: the document uploaded before, or else a passport of the country of residence. */
export function chosen(
  info: DocumentsInfo,
  residence: string | undefined,
): { document: DocumentKind; country: string } {
  const side = info.handed_in.find(({ part, document }) => isSide(part) && document)
  return { document: side?.document ?? 'passport', country: side?.country ?? residence ?? '' }
}

/** The evidence fields to show: the filled ones and the next one. */
export function evidenceShown(info: DocumentsInfo): readonly DocumentPart[] {
  const filled = EVIDENCE.filter((part) => info.handed_in.some((one) => one.part === part))
  const next = EVIDENCE.find((part) => !filled.includes(part))
  return EVIDENCE.filter((part) => filled.includes(part) || part === next)
}
