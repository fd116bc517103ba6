import { queryOptions } from '@tanstack/react-query'
import { compareDecimals, printDecimal } from '../../../domain/decimal'

/** One currency of a publication, in its smallest unit. */
type Published = { currency: string; owed: string; under_way: string; held: string; covered_percent?: string }

/** The newest signed publication of liabilities (docs/ledger.md). */
export type Publication = { number: number; published_at: string; currencies: Published[] }

/** The newest publication; `null` before the first one. */
export const publicationQuery = queryOptions({
  queryKey: ['publication'],
  staleTime: 10 * 60_000,
  queryFn: async ({ signal }): Promise<Publication | null> => {
    const answer = await fetch('/.well-known/agio/liabilities?limit=1', { signal })
    if (!answer.ok) throw new Error(`no publication: ${answer.status}`)
    const { data } = (await answer.json()) as { data: Publication[] }
    return data[0] ?? null
  },
})

export type Coverage = { currency: string; owed: string; held: string; percent: string }

/** The currencies with liabilities, in whole units, the least covered first. `scales` has the decimals by currency. */
export function coverageOf({ currencies }: Publication, scales: ReadonlyMap<string, number>): Coverage[] {
  return currencies
    .flatMap(({ currency, owed, under_way, held, covered_percent: percent }) => {
      const scale = scales.get(currency)
      if (percent === undefined || scale === undefined) return []
      const units = (atoms: bigint) => printDecimal(atoms, scale)
      return [{ currency, owed: units(BigInt(owed) + BigInt(under_way)), held: units(BigInt(held)), percent }]
    })
    .sort((a, b) => compareDecimals(a.percent, b.percent) ?? 0)
}

/** Whether the reserves cover all liabilities. */
export const isCovered = ({ percent }: Pick<Coverage, 'percent'>): boolean => compareDecimals(percent, '100') !== -1
