import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { randomId } from '../../api/ids'
import { errorText } from '../../api/problemText'
import { Button } from '../../ui/Button'
import { DangerQuestion } from '../../ui/DangerQuestion'
import { Notice } from '../../ui/Notice'
import { cancelPayment, paymentQuery } from './merchant'

/** Cancels a payment that nobody has paid, after a question. */
export function CancelPayment({ id }: { id: string }) {
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const key = useRef(randomId())
  const cancel = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      queries.setQueryData(paymentQuery(id).queryKey, await cancelPayment(id, key.current))
      await queries.invalidateQueries({ queryKey: ['merchant-payments'] })
      setOpen(false)
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="text" onClick={() => setOpen(true)}>
        <Trans>Cancel this payment</Trans>
      </Button>
      <DangerQuestion
        open={open}
        title={<Trans>Cancel this payment?</Trans>}
        stay={<Trans>Keep it</Trans>}
        goOn={<Trans>Cancel the payment</Trans>}
        busy={busy}
        onClose={() => setOpen(false)}
        onGoOn={() => void cancel()}
      >
        <p>
          <Trans>
            Its page will say that you cancelled it. Money that is on its way can be taken back by the payer.
          </Trans>
        </p>
        {problem ? <Notice tone="bad">{problem}</Notice> : null}
      </DangerQuestion>
    </>
  )
}
