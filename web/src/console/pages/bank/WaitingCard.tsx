import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { moneyText } from '../../../domain/money'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { saveFile } from '../../../ui/saveFile'
import { bankQuery, makeFile, openFile, type Waiting } from '../../api/bank'
import { Card } from '../../parts/Card'
import { problemWords } from '../../parts/Loaded'
import { shortTime } from '../../parts/when'
import { fileName } from './fileName'

type WaitingCardProps = { waiting: readonly Waiting[]; mayPay: boolean }

/** The payments that wait for a payment file, and the button that makes it. */
export function WaitingCard({ waiting, mayPay }: WaitingCardProps) {
  return (
    <Card title={<Trans>Payments to make</Trans>}>
      {waiting.length === 0 ? (
        <p className="text-[14px] text-muted">
          <Trans>No payment waits. Withdrawals to bank accounts appear here.</Trans>
        </p>
      ) : (
        <ul className="grid gap-4">
          {waiting.map((one) => (
            <WaitingRow key={one.total.currency} waiting={one} mayPay={mayPay} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function WaitingRow({ waiting, mayPay }: { waiting: Waiting; mayPay: boolean }) {
  const { i18n } = useLingui()
  const queries = useQueryClient()
  const { currency } = waiting.total
  const make = useMutation({
    mutationFn: async () => {
      const file = await makeFile(currency)
      saveFile(fileName(file), await openFile(file.id))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: bankQuery.queryKey }),
  })
  return (
    <li className="grid gap-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-[18px] font-[620] wrap-anywhere tabular-nums">
          {moneyText(waiting.total, i18n.locale)}
        </span>
        <span className="text-[13px] text-muted">
          <Plural value={waiting.payments} one="# payment" few="# payments" many="# payments" other="# payments" />
          {' · '}
          <Trans>oldest {shortTime(waiting.oldest_at, i18n.locale)}</Trans>
        </span>
      </div>
      {mayPay ? (
        <Button busy={make.isPending} onClick={() => make.mutate()}>
          <Trans>Make the payment file</Trans>
        </Button>
      ) : null}
      <p className="text-[13px] text-muted">
        {mayPay ? (
          <Trans>Give the file to your bank. Each payment is in one file.</Trans>
        ) : (
          <Trans>A treasury approver makes the file.</Trans>
        )}
      </p>
      {make.error ? <Notice tone="bad">{problemWords(make.error)}</Notice> : null}
    </li>
  )
}
