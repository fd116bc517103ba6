import type { Line } from '../src/api/exchangeTypes'
import { HistoryCard } from '../src/domain/chart/HistoryCard'
import { HistoryFrame } from '../src/domain/chart/HistoryFrame'
import { CostSummary } from '../src/domain/cost/summary/CostSummary'
import { Card } from '../src/ui/Card'
import { ChartGap } from '../src/ui/ChartGap'
import { Hero } from '../src/ui/Hero'
import { HeroMoney } from '../src/ui/Money'
import { Sheet, SheetPart } from '../src/ui/Sheet'
import { HUGE, LONG_NAME, POINTS } from './samples'
import { Group, Specimen } from './Specimen'

const EUR = { amount: '250.00', currency: 'EUR' } as const
const BTC = { amount: '0.00421337', currency: 'BTC' } as const

const LINES = [
  { kind: 'our_fee', amount: '2.50', currency: 'EUR', fee: { mult: '1', add: '0.50', min: '1.00' } },
  { kind: 'processing_fee', amount: '1.40', currency: 'EUR', fee: { mult: '0.5' } },
  { kind: 'amount_converted', amount: '246.10', currency: 'EUR' },
  { kind: 'network_fee', amount: '0.000012345678901234', currency: 'BTC' },
] as unknown as Line[]

const PRICED = { from: EUR, to: BTC, lines: LINES, percent: '1.56', fromKind: 'card' as const }
const FREE = { from: BTC, to: BTC, lines: [], percent: '0.00', fromKind: 'crypto' as const }
const DEAR = {
  from: { ...EUR, amount: HUGE },
  to: { ...EUR, amount: HUGE },
  lines: [{ kind: 'our_fee', amount: HUGE, currency: 'EUR' }] as Line[],
  percent: '100.00',
  fromKind: 'iban' as const,
}

export function Costs() {
  return (
    <Group name="Costs">
      {[PRICED, DEAR, FREE].map((priced) => (
        <Specimen key={priced.percent} name={`CostSummary ${priced.percent} %`}>
          <Card>
            <CostSummary {...priced} />
          </Card>
        </Specimen>
      ))}
      <Specimen name="CostSummary stale">
        <Card>
          <CostSummary {...PRICED} stale />
        </Card>
      </Specimen>
      {[PRICED, DEAR, FREE].map((priced) => (
        <Specimen key={priced.percent} name={`CostSummary open ${priced.percent} %, Sheet`}>
          <Sheet>
            <SheetPart>
              <CostSummary {...priced} open network={LONG_NAME} />
            </SheetPart>
          </Sheet>
        </Specimen>
      ))}
    </Group>
  )
}

const ASKED = {
  data: { currency: 'EUR', points: POINTS },
  error: null,
  dataUpdatedAt: Date.UTC(2026, 4, 3, 12),
  refetch: () => undefined,
}
const PLOT = {
  label: 'Bitcoin',
  text: (amount: string) => `${amount} €`,
  range: '1W',
  onRange: () => undefined,
} as const

export function Histories() {
  return (
    <Group name="Prices over time">
      <Specimen name="HistoryCard" wide>
        <HistoryCard {...PLOT} asked={ASKED} head={<h2>{LONG_NAME}</h2>} />
      </Specimen>
      <Specimen name="HistoryCard stale" wide>
        <HistoryCard {...PLOT} asked={{ ...ASKED, error: new Error('lost') }} head={<h2>Bitcoin</h2>} />
      </Specimen>
      <Specimen name="HistoryCard failed" wide>
        <HistoryCard
          {...PLOT}
          asked={{ ...ASKED, data: undefined, error: new Error('lost') }}
          head={<h2>Bitcoin</h2>}
        />
      </Specimen>
      <Specimen name="HistoryFrame in a hero" wide>
        <Hero className="relative grid grid-cols-[minmax(0,1fr)] gap-4">
          <HeroMoney amount="12480.55" currency="EUR" />
          <HistoryFrame {...PLOT} asked={ASKED} inHero isPrice />
        </Hero>
      </Specimen>
      <Specimen name="ChartGap" wide>
        <Card>
          <ChartGap />
        </Card>
      </Specimen>
    </Group>
  )
}
