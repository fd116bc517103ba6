import { Suspense, useEffect, useState } from 'react'
import { onStepUp, type StepUp } from '../api/stepUp'
import { lazyLater } from '../i18n/lazyLater'
import { useUsed } from '../ui/useUsed'

const StepUpDialog = lazyLater(() => import('../features/stepup/StepUpDialog'))

type Open = { stepUp: StepUp; answer: (token: string | undefined) => void }

/** The dialog for requests that must be confirmed: one for all pages, one request at a time. */
export function StepUpHost() {
  const [open, setOpen] = useState<Open>()
  const used = useUsed(open !== undefined)
  useEffect(() => {
    let pending: Open | undefined
    const forget = onStepUp(
      (stepUp) =>
        new Promise((resolve) => {
          pending?.answer(undefined)
          const answer = (token: string | undefined) => {
            pending = undefined
            setOpen(undefined)
            resolve(token)
          }
          pending = { stepUp, answer }
          setOpen(pending)
        }),
    )
    return () => {
      forget()
      pending?.answer(undefined)
    }
  }, [])
  return (
    <Suspense fallback={null}>
      {used ? (
        <StepUpDialog
          stepUp={open?.stepUp}
          onClose={() => open?.answer(undefined)}
          onToken={(token) => open?.answer(token)}
        />
      ) : null}
    </Suspense>
  )
}
