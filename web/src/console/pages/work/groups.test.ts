import { describe, expect, it } from 'vitest'
import type { MovementLine } from '../../api/queries'
import { linesOf } from './groups'

const asked = { id: 'asked', status: 'ACTION_REQUIRED' } as MovementLine
const objects = { ...asked, id: 'objects', appeal: { text: 'No', at: '2026-01-01T00:00:00Z' } } as MovementLine

describe('the groups of the work list', () => {
  it('leave a choice to the customer, until the customer objects to the hold', () => {
    const ids = (group: 'us' | 'customers') => linesOf([asked, objects], group).map((line) => line.id)
    expect(ids('customers')).toEqual(['asked'])
    expect(ids('us')).toEqual(['objects'])
  })
})
