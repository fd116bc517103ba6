import { type ReactNode, useState } from 'react'
import { errorText } from '../../api/problemText'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { actAs } from '../api/demo'

type DemoButtonProps = { operator: string; onDone: () => void | Promise<void>; children: ReactNode }

/** <DemoButton operator onDone> — switches to a demo operator, without a code. */
export function DemoButton({ operator, onDone, children }: DemoButtonProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const enter = async () => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await actAs(operator)
      await onDone()
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="quiet" busy={busy} onClick={() => void enter()}>
        {children}
      </Button>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
    </>
  )
}
