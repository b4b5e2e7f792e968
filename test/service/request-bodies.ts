import { z } from 'zod'
import { invalid, type FieldErrors } from './errors.ts'

const label = (field: string): string => field.replaceAll('_', ' ')
const required = (field: string): string => `The ${label(field)} field is required.`

function text(field: string): z.ZodString {
  const error = ({ input }: { input?: unknown }): string =>
    input === undefined || input === null ? required(field) : `The ${label(field)} field must be a string.`
  return z.string({ error }).min(1, required(field))
}

/** At most 255 characters, trimmed. */
function shortText(field: string): z.ZodString {
  const tooLong = `The ${label(field)} field must not be greater than 255 characters.`
  return text(field).trim().min(1, required(field)).max(255, tooLong)
}

const email = text('email')
  .trim()
  .toLowerCase()
  .regex(z.regexes.email, 'The email field must be a valid email address.')
const deviceName = shortText('device_name').nullish()
const newPassword = {
  password: text('password').min(8, 'The password field must be at least 8 characters.'),
  password_confirmation: z.unknown().optional(),
}

/** Rejects passwords that differ, with the error at `password`, as Laravel does. */
function confirmed<T extends z.ZodRawShape>(shape: T): z.ZodObject<T> {
  return z.object(shape).refine(
    (body) => {
      const both = body as { password?: unknown; password_confirmation?: unknown }
      return both.password === both.password_confirmation
    },
    // `when`: runs also beside other errors, which zod would otherwise report alone.
    { path: ['password'], error: 'The password field confirmation does not match.', when: () => true },
  )
}

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Body of POST /auth/login. */
export const loginBody = z.object({ email, password: text('password'), device_name: deviceName })

/** Body of POST /auth/two-factor. */
export const twoFactorBody = loginBody.extend({
  code: text('code').regex(/^\d{6}$/, 'The code field must be 6 digits.'),
})

/** Body of POST /auth/register. */
export const registerBody = confirmed({
  name: shortText('name'),
  email,
  ...newPassword,
  device_name: deviceName,
  terms_accepted: z.literal(true, { error: 'The terms accepted field must be accepted.' }),
})

/** Body of PATCH /auth/me; fields left out or null stay as they are. */
export const profileBody = z.object({
  name: shortText('name').nullish(),
  locale: z.enum(['en', 'pt-BR', 'es'], { error: 'The selected locale is invalid.' }).nullish(),
  timezone: text('timezone').refine(isTimeZone, 'The timezone field must be a valid timezone.').nullish(),
})

/** Body of POST /auth/password/forgot. */
export const forgotBody = z.object({ email })

/** Body of POST /auth/password/reset. */
export const resetBody = confirmed({ token: text('token'), email, ...newPassword })

/** Body of POST /auth/password/change. */
export const changeBody = confirmed({ current_password: text('current_password'), ...newPassword })

/** The parsed body; throws a 422 with the first message of each field. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body ?? {})
  if (result.success) return result.data
  const errors: FieldErrors = {}
  for (const issue of result.error.issues) errors[String(issue.path[0] ?? 'body')] ??= [issue.message]
  throw invalid(errors)
}
