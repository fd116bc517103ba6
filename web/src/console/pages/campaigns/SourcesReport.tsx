import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moneyText } from '../../../i18n/format'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { saveFile } from '../../../ui/saveFile'
import { TextField } from '../../../ui/TextField'
import { exportSources, type Sources, sourcesQuery } from '../../api/campaigns'
import { EmptyCard } from '../../parts/EmptyCard'
import { Loaded, problemWords } from '../../parts/Loaded'
import { Cell, Row, Sheet } from '../../parts/Sheet'

/** A day of this browser, some days ago. */
function dayAgo(days: number): string {
  const at = new Date()
  at.setDate(at.getDate() - days)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** Where customers came from in a period, and what they did. */
export function SourcesReport() {
  const { t } = useLingui()
  const [from, setFrom] = useState(() => dayAgo(30))
  const [to, setTo] = useState(() => dayAgo(0))
  const found = useQuery({ ...sourcesQuery(from, to), enabled: Boolean(from && to) })
  const save = useMutation({
    mutationFn: async () => saveFile(`sources-${from}-${to}.csv`, await exportSources(from, to)),
  })
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 items-end gap-2 desk:grid-cols-[180px_180px_auto]">
        <TextField label={t`First day`} type="date" value={from} max={to} onChange={setFrom} />
        <TextField label={t`Last day`} type="date" value={to} min={from} onChange={setTo} />
        <Button
          variant="quiet"
          small
          className="col-span-2 desk:col-span-1 desk:justify-self-end"
          busy={save.isPending}
          onClick={() => save.mutate()}
        >
          <Trans>Save as CSV</Trans>
        </Button>
      </div>
      {save.error ? <Notice tone="bad">{problemWords(save.error)}</Notice> : null}
      <Loaded asked={found}>{(sources) => <SourcesSheet sources={sources} />}</Loaded>
    </div>
  )
}

function SourcesSheet({ sources }: { sources: Sources }) {
  const { t, i18n } = useLingui()
  const money = (amount: string) => moneyText({ amount, currency: sources.currency }, i18n.locale)
  const count = (value: number) => new Intl.NumberFormat(i18n.locale).format(value)
  const zone = sources.time_zone
  if (sources.data.length === 0) {
    return (
      <EmptyCard art="people" title={<Trans>Nobody signed up in this period</Trans>}>
        <Trans>Links with utm_source, utm_medium, utm_campaign and utm_term say here what brought a customer.</Trans>
      </EmptyCard>
    )
  }
  return (
    <>
      <Sheet
        label={t`Sources`}
        columns={[
          { name: t`Source` },
          { name: t`Sign-ups`, end: true },
          { name: t`Verified`, end: true },
          { name: t`With an order`, end: true },
          { name: t`Orders`, end: true },
          { name: t`Volume`, end: true },
          { name: t`Our fees`, end: true },
        ]}
      >
        {sources.data.map((one) => {
          const rest = [one.medium, one.campaign, one.term].filter(Boolean).join(' · ')
          return (
            <Row key={JSON.stringify([one.source, one.medium, one.campaign, one.term])}>
              <Cell side="left">
                <span className="font-semibold">{one.source ?? t`Without a campaign`}</span>
                {rest ? <span className="block text-[13px] text-muted">{rest}</span> : null}
              </Cell>
              <Cell name={t`Sign-ups`} end>
                {count(one.sign_ups)}
              </Cell>
              <Cell name={t`Verified`} end>
                {count(one.verified)}
              </Cell>
              <Cell name={t`With an order`} end>
                {count(one.with_order)}
              </Cell>
              <Cell name={t`Orders`} end>
                {count(one.orders)}
              </Cell>
              <Cell name={t`Volume`} end>
                {money(one.volume)}
              </Cell>
              <Cell name={t`Our fees`} end>
                {money(one.fees)}
              </Cell>
            </Row>
          )
        })}
      </Sheet>
      <p className="text-[13px] text-muted">
        <Trans>
          Sign-ups, verified and with an order are people who signed up in these days. Orders, volume and fees are
          exchanges that were ordered in these days and completed, at today’s prices. Days are in {zone}.
        </Trans>{' '}
        {sources.is_partial ? <Trans>Some amounts have no price today and are missing.</Trans> : null}
      </p>
    </>
  )
}
