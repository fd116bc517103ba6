import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '../../ui/Badge'
import type { Me } from '../api/queries'
import { type BoardRow, type RateBoard, rateBoardQuery } from '../api/rates'
import { Loaded } from '../parts/Loaded'
import { PageHead } from '../parts/PageHead'
import { Pills } from '../parts/Pills'
import { Cell, Row, Sheet } from '../parts/Sheet'
import { percentText } from './rules/feeText'
import { MakeGoods } from './rates/MakeGoods'
import { Pauses } from './rates/Pauses'
import { Sources } from './rates/Sources'
import { ageText, priceText } from './rates/text'

type Which = 'all' | 'unquoted'

/** The board of rates: what is quoted, from which sources, and why not. */
export function RatesPage({ me }: { me: Me }) {
  const { t, i18n } = useLingui()
  const [which, setWhich] = useState<Which>('all')
  const found = useQuery(rateBoardQuery)
  const rows = found.data?.data ?? []
  const unquoted = rows.filter((row) => !row.is_quoted)
  const count = (all: readonly BoardRow[]) => found.data && new Intl.NumberFormat(i18n.locale).format(all.length)
  return (
    <>
      <PageHead title={<Trans>Rates</Trans>} />
      <Pills
        label={t`Which currencies`}
        value={which}
        onChange={setWhich}
        options={[
          { value: 'all', label: t`All`, count: count(rows) },
          { value: 'unquoted', label: t`Not quoted`, count: count(unquoted) },
        ]}
      />
      <Loaded asked={found}>
        {(board) => (
          <div className="grid gap-3">
            <Origin board={board} now={found.dataUpdatedAt} />
            <Pauses board={board} may={me.permissions.includes('treasury.write')} />
            <MakeGoods board={board} />
            <BoardSheet board={board} rows={which === 'all' ? board.data : unquoted} now={found.dataUpdatedAt} />
          </div>
        )}
      </Loaded>
    </>
  )
}

function Origin({ board, now }: { board: RateBoard; now: number }) {
  const { i18n } = useLingui()
  const spread = percentText(board.spread_percent, i18n.locale)
  const { source, at } = board
  if (source === undefined || at === undefined) {
    return (
      <p className="text-[14px] text-muted">
        <Trans>No prices. The spread is {spread}.</Trans>
      </p>
    )
  }
  const age = ageText(at, now, i18n.locale)
  return (
    <p className="text-[14px] text-muted">
      <Trans>
        {source}, {age}. The spread is {spread} off every price.
      </Trans>
    </p>
  )
}

type BoardSheetProps = { board: RateBoard; rows: readonly BoardRow[]; now: number }

function BoardSheet({ board, rows, now }: BoardSheetProps) {
  const { t, i18n } = useLingui()
  const price = t`Price in ${board.base}`
  return (
    <Sheet
      label={t`Rates`}
      columns={[{ name: t`Currency` }, { name: price, end: true }, { name: t`Sources` }, { name: t`State` }]}
    >
      {rows.map((row) => (
        <Row key={row.currency}>
          <Cell side="left">
            <span className="font-semibold">{row.currency}</span>
          </Cell>
          <Cell side="right" end>
            <span className="tabular-nums">{row.price === undefined ? '—' : priceText(row.price, i18n.locale)}</span>
          </Cell>
          <Cell name={t`Sources`} isWide={row.sources.length === 0}>
            {row.sources.length > 0 ? <Sources sources={row.sources} now={now} /> : (board.source ?? '—')}
          </Cell>
          <Cell name={t`State`}>
            {row.is_quoted ? (
              <Badge tone="ok">{t`Quoted`}</Badge>
            ) : (
              <span className="inline-flex flex-wrap items-center justify-end gap-2 desk:justify-start">
                <Badge tone={row.is_off ? 'plain' : 'bad'}>{t`Not quoted`}</Badge>
                <span className="text-[13px] text-muted">{row.reason}</span>
              </span>
            )}
          </Cell>
        </Row>
      ))}
    </Sheet>
  )
}
