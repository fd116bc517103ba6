export type EmailProblem = 'required' | 'shape'

/** A first look; the server has the last word. Undefined when it can be sent. */
export function emailProblem(text: string): EmailProblem | undefined {
  const email = text.trim()
  if (email === '') return 'required'
  return /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(email) && email.length <= 254 ? undefined : 'shape'
}
