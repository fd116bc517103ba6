import { expect, it } from 'vitest'
import { textOf } from '../../testing/shown'
import { ProposalSummary } from './ProposalSummary'

const RULES = {
  networks: [{ network: 'litecoin', name: 'Litecoin' }],
  partners: [{ profile: 'prf_019a0000000070008000000000000001', keys: ['Price page'] }],
}

const shown = (differences: unknown[]) =>
  textOf(<ProposalSummary action={{ kind: 'publish_policy', version: 13, differences }} subject="policy 13" />, {
    answers: [[['rules'], RULES]],
  })

it('tells the approver of a policy in words what it changes, and what that means for customers', () => {
  const text = shown([
    { path: ['confirmations', 'litecoin'], after: '6' },
    { path: ['fee_rules', 'Large', 'line'], after: 'our_fee' },
    { path: ['fee_rules', 'Large', 'when', 'operation'], after: 'buy' },
    { path: ['fee_rules', 'Large', 'when', 'partner'], after: 'prf_019a0000000070008000000000000001' },
    { path: ['mica', 'USDT'], after: 'EXIT_ONLY' },
    { path: ['our_fee', 'mult_ppm'], before: '10000', after: '12500' },
    { path: ['guarantee', 'max_loss'], before: '25.00 EUR', after: '100.00 EUR' },
  ])
  expect(text).toContain('Rules, version 13')
  expect(text).toContain('Confirmations on Litecoin Payments of customers take longer. 6')
  expect(text).toContain('Fee rule Large, which fee Our fee')
  expect(text).toContain('Fee rule Large, for Buying')
  expect(text).toContain('Fee rule Large, partner Price page')
  expect(text).toContain('USDT, EEA residents Exit only')
  expect(text).toMatch(/Fee on exchanges, percent Customers pay more\. 1\s% → 1\.25\s%/)
  expect(text).toMatch(/Price guarantee, At most for one order Promised prices are kept more often\. .*25.* → .*100/)
  expect(text).not.toMatch(/_|mult|prf/)
})

it('tells the approver which node customers can use again', () => {
  const action = { kind: 'switch_server_connection', rail: 'chain', name: 'Litecoin', is_on: true }
  const text = textOf(<ProposalSummary action={action} subject="chain litecoin" />)
  expect(text).toBe('Network Litecoin Switch On For customers They can pay and be paid in its coins again.')
})
