import './stepList.css'

export type StepText = { title: string; detail: string | undefined }

/** What will happen, in order. The first step is the next one. */
export function StepList({ steps }: { steps: readonly StepText[] }) {
  return (
    <ol className="step-list">
      {steps.map(({ title, detail }) => (
        <li key={title}>
          <b>{title}</b>
          {detail ? <span>{detail}</span> : null}
        </li>
      ))}
    </ol>
  )
}
