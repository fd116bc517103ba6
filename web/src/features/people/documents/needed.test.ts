import { expect, it } from 'vitest'
import { chosen, evidenceShown, isThere, partsOf } from './needed'
import type { DocumentsInfo } from './queries'

const info = (handed_in: DocumentsInfo['handed_in']): DocumentsInfo => ({
  verification: { kind: 'IDENTITY', status: 'INIT', shown: 'not_verified', is_open: true, reasons: [] },
  handed_in,
  missing: [],
  attempts_left: 5,
})
const front = info([{ part: 'front', document: 'id_card', country: 'PL' }])

it('a passport has no back, and an address is one picture', () => {
  expect(partsOf('identity', 'passport')).toEqual(['front', 'selfie'])
  expect(partsOf('identity', 'id_card')).toEqual(['front', 'back', 'selfie'])
  expect(partsOf('address', 'passport')).toEqual(['proof'])
})

it('of papers that nobody has to send, one more place is offered than is filled, up to three', () => {
  const sent = (...parts: ('evidence_1' | 'evidence_2' | 'evidence_3')[]) => info(parts.map((part) => ({ part })))
  expect(evidenceShown(sent())).toEqual(['evidence_1'])
  expect(evidenceShown(sent('evidence_1'))).toEqual(['evidence_1', 'evidence_2'])
  expect(evidenceShown(sent('evidence_2'))).toEqual(['evidence_1', 'evidence_2'])
  expect(evidenceShown(sent('evidence_1', 'evidence_2', 'evidence_3'))).toHaveLength(3)
})

it('a side of another document is not there', () => {
  expect(isThere(front, 'front', 'id_card', 'PL')).toBe(true)
  expect(isThere(front, 'front', 'id_card', 'UA')).toBe(false)
  expect(isThere(front, 'front', 'passport', 'PL')).toBe(false)
  expect(isThere(info([{ part: 'selfie' }]), 'selfie', 'passport', 'UA')).toBe(true)
})

it('goes on with the document that was begun', () => {
  expect(chosen(front, 'UA')).toEqual({ document: 'id_card', country: 'PL' })
  expect(chosen(info([]), 'UA')).toEqual({ document: 'passport', country: 'UA' })
})
