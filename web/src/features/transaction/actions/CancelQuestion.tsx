import { Trans, useLingui } from '@lingui/react/macro'
import type { Transaction } from '../../../api/exchangeTypes'
import { moneyText } from '../../../domain/money'
import { DangerQuestion } from '../../../ui/DangerQuestion'
import { isFromBalance } from '../details/facts'

type CancelQuestionProps = {
  transaction: Transaction
  open: boolean
  onClose: () => void
  busy: boolean
  problem: string | undefined
  onCancel: () => void
}

export default function CancelQuestion({ transaction, open, onClose, busy, problem, onCancel }: CancelQuestionProps) {
  return (
    <DangerQuestion
      open={open}
      title={<Trans>Cancel this order?</Trans>}
      stay={<Trans>Keep the order</Trans>}
      goOn={<Trans>Cancel order</Trans>}
      busy={busy}
      onClose={onClose}
      onGoOn={onCancel}
    >
      <p>
        {isFromBalance(transaction) ? (
          <BackToBalance transaction={transaction} />
        ) : (
          <Trans>Do not cancel if you have already paid: a payment that comes later needs your decision.</Trans>
        )}
      </p>
      {problem ? (
        <p className="text-[14px] text-bad" role="alert">
          {problem}
        </p>
      ) : null}
    </DangerQuestion>
  )
}

function BackToBalance({ transaction }: { transaction: Transaction }) {
  const { i18n } = useLingui()
  const amount = moneyText(transaction.from, i18n.locale)
  return <Trans>{amount} goes back to your balance at once.</Trans>
}
