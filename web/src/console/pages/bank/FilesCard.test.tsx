import { expect, it } from 'vitest'
import { markupOf, textOf } from '../../../testing/shown'
import type { BankFile } from '../../api/bank'
import { FilesCard } from './FilesCard'

const FILE: BankFile = {
  id: 'pay_1',
  message_id: 'AGIO20261126',
  created_at: '2026-11-26T18:00:00Z',
  total: { amount: '217.40', currency: 'EUR' },
  payments: 2,
  ended: 1,
} as BankFile

const REFUSED: BankFile = { ...FILE, id: 'pay_2', refused_at: '2026-11-26T19:00:00Z' }

it('offers the file that the bank has to make, and to tell that it was refused', () => {
  const text = textOf(<FilesCard files={[FILE]} mayPay />)
  expect(text).toContain('1 of 2 made')
  expect(text).toMatch(/Download\s+Refused by the bank/)
})

it('offers nothing of a refused file, which must not be paid, and says since when', () => {
  const text = textOf(<FilesCard files={[REFUSED]} mayPay />)
  expect(text).toMatch(/Refused by the bank Nov 26, /)
  expect(text).not.toContain('Download')
})

it('says how far a file is on its way into the bank’s folder, and offers no second copy before', () => {
  const waits = textOf(<FilesCard files={[{ ...FILE, by_folder: true }]} mayPay />)
  expect(waits).toContain('Goes into the bank’s folder soon')
  expect(waits).not.toContain('Download')
  const written = { ...FILE, by_folder: true, written_at: '2026-11-26T18:01:00Z' }
  const text = textOf(<FilesCard files={[written]} mayPay />)
  expect(text).toMatch(/In the bank’s folder since Nov 26, /)
  expect(text).toContain('Download')
})

it('has no column of actions for somebody who may do nothing', () => {
  const markup = markupOf(<FilesCard files={[FILE, REFUSED]} mayPay={false} />)
  expect(markup).not.toContain('Actions')
  expect(markup).not.toContain('<button')
})
