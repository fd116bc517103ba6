import { expect, it } from 'vitest'
import { chosen, evidenceShown, isThere, mayBePdf, pagesOf, partsOf } from './needed'
import type { DocumentsInfo } from './queries'

const info = (handed_in: DocumentsInfo['handed_in']): DocumentsInfo => ({
  verification: { kind: 'IDENTITY', status: 'INIT', shown: 'not_verified', is_open: true, reasons: [] },
  handed_in,
  missing: [],
  attempts_left: 5,
})
const front = info([{ part: 'front', document: 'id_card', country: 'PL', pages: 1 }])

it('a passport has no back, and an address is one picture', () => {
  expect(partsOf('identity', 'passport')).toEqual(['front', 'selfie'])
  expect(partsOf('identity', 'id_card')).toEqual(['front', 'back', 'selfie'])
  expect(partsOf('address', 'passport')).toEqual(['proof'])
})

it('of papers that nobody has to send, one more place is offered than is filled, up to three', () => {
  const sent = (...parts: ('evidence_1' | 'evidence_2' | 'evidence_3')[]) =>
    info(parts.map((part) => ({ part, pages: 1 })))
  expect(evidenceShown(sent())).toEqual(['evidence_1'])
  expect(evidenceShown(sent('evidence_1'))).toEqual(['evidence_1', 'evidence_2'])
  expect(evidenceShown(sent('evidence_2'))).toEqual(['evidence_1', 'evidence_2'])
  expect(evidenceShown(sent('evidence_1', 'evidence_2', 'evidence_3'))).toHaveLength(3)
})

it('a side of another document is not there', () => {
  expect(isThere(front, 'front', 'id_card', 'PL')).toBe(true)
  expect(isThere(front, 'front', 'id_card', 'UA')).toBe(false)
  expect(isThere(front, 'front', 'passport', 'PL')).toBe(false)
  expect(isThere(info([{ part: 'selfie', pages: 1 }]), 'selfie', 'passport', 'UA')).toBe(true)
})

it('a paper may be a PDF of several pages, a document and a face are photographed', () => {
  expect(partsOf('identity', 'id_card').some(mayBePdf)).toBe(false)
  expect([...partsOf('address', 'passport'), ...partsOf('source_of_funds', 'passport')].every(mayBePdf)).toBe(true)
  const bill = info([{ part: 'proof', pages: 3 }])
  expect([pagesOf(bill, 'proof'), pagesOf(bill, 'evidence_1')]).toEqual([3, 0])
})

it('goes on with the document that was begun', () => {
  expect(chosen(front, 'UA')).toEqual({ document: 'id_card', country: 'PL' })
  expect(chosen(info([]), 'UA')).toEqual({ document: 'passport', country: 'UA' })
})
