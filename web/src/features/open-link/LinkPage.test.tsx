import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { linked, markupOf, textOf } from '../../testing/shown'
import LinkPage from './LinkPage'
import type { LinkPageState } from './link'

const Frame = ({ hero, children }: { hero?: ReactNode; children: ReactNode }) => (
  <main>
    {hero}
    {children}
  </main>
)

const page = async (state: Partial<LinkPageState>) => {
  const data: LinkPageState = { merchant: 'Bean & Leaf', state: 'open', ...state }
  const node = await linked(<LinkPage token="agk_1" Frame={Frame} />)
  return [node, { answers: [[['pay-link', 'agk_1'], data]] as const }] as const
}

it('asks for an amount within the bounds of the shop, or shows its price', async () => {
  const bounds = { min: { amount: '5.00', currency: 'EUR' }, max: { amount: '50.00', currency: 'EUR' } } as const
  const open = textOf(...(await page({ ...bounds, description: 'Donation' })))
  expect(open).toContain('Bean & Leaf Donation Amount EUR 5.00 € to 50.00 €')
  expect(open).toContain('Go on to pay')
  const fixed = textOf(...(await page({ price: { amount: '25.00', currency: 'EUR' } })))
  expect(fixed).toContain('Pay 25.00 €')
  expect(fixed).not.toContain('Amount')
})

it('shows the logo of the shop, and why a link cannot be used', async () => {
  expect(markupOf(...(await page({ logo: '/api/client/v1/logos/lgo_1' })))).toContain(
    'src="/api/client/v1/logos/lgo_1"',
  )
  expect(textOf(...(await page({ state: 'used_up' })))).toContain('Everything is taken')
  expect(textOf(...(await page({ state: 'ended' })))).toContain('This link has ended')
})
