import { expect, it } from 'vitest'
import { textOf } from '../../../testing/shown'
import type { Movement } from '../../api/queries'
import { ResolveCard } from './ResolveCard'

type Route = Movement['resolutions'][number]['route']

/** A card order whose charge has an unknown result. */
const waiting = (...routes: Route[]) =>
  ({
    id: 'ord_1',
    resolutions: (['retry', 'refund', 'close'] as const).map((act, at) => ({ act, route: routes[at] ?? 'refused' })),
  }) as Movement

const shown = (...routes: Route[]) => textOf(<ResolveCard movement={waiting(...routes)} onDone={() => undefined} />)

it('tells a reader once that another operator decides, and offers nothing', () => {
  expect(shown()).toBe('Decide Another operator decides. Your role may only read it.')
})

it('offers what the role may decide, and says what it may not', () => {
  const text = shown('alone')
  expect(text).not.toContain('only read it')
  expect(text.match(/Your role may not do this/g)).toHaveLength(2)
})
