import type { Role } from '#lib/platform/auth/role.ts';
import { Segments } from '../parts/segments.tsx';

const ROLES: readonly { value: Role; label: string }[] = [
  { value: 'viewer', label: 'Viewer' },
  { value: 'editor', label: 'Editor' },
  { value: 'admin', label: 'Admin' },
];

const ROLE_NOTES: Record<Role, string> = {
  viewer: 'Reads bots, results and logs.',
  editor: 'Also changes and publishes bots, and deletes results.',
  admin: 'Also invites people, manages tokens and sees the audit trail.',
};

/** Chooses a role, and says what it includes. */
export function RoleField({ role, onChoose }: { role: Role; onChoose: (role: Role) => void }) {
  return (
    <div class="field">
      <span class="field-label">Role</span>
      <div>
        <Segments label="Role" value={role} options={ROLES} onChoose={onChoose} />
      </div>
      <span class="field-note">{ROLE_NOTES[role]}</span>
    </div>
  );
}
