/* What a disk can do to a process, put before the C library with LD_PRELOAD.

   Recording: every fsync or fdatasync below a root is told to a log, one line each,

       sync <number> <tree> <d or f> <identity> <path below the root>

   with the bytes of the file at that moment in <folder>/<number>.bytes and all names there are below the root
   in <folder>/<tree>.tree. The names are read from the folders, not followed from call to call: the engine
   renames by raw system calls, which no library sees.

   Failing: the nth write, or the nth sync, below a root fails, once or from then on.

   Both are off until the process itself asks for them (ctypes), so that importing is never disturbed. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE, SYNC, KINDS };

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static char recorded_root[PATH_MAX], log_path[PATH_MAX], kept_folder[PATH_MAX];
static int recording;
static long number;
static long tree_number;
static char *tree_text;

static char failing_root[PATH_MAX];
static int failing, failing_kind, failing_sticky, failing_error;
static long failing_nth, seen[KINDS], failed;

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static ssize_t really_write(int fd, const void *from, size_t size) {
    REAL(write);
    return real(fd, from, size);
}

/* The path of an open file below a root, empty for the root itself; NULL when it is not there. */
static const char *below(const char *root, int fd, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length <= 0) return NULL;
    path[length] = 0;
    size_t deep = strlen(root);
    if (strncmp(path, root, deep) || (path[deep] && path[deep] != '/')) return NULL;
    return path[deep] ? path + deep + 1 : path + deep;
}

/* Number and generation: an inode number alone is used again as soon as its file is gone. */
static int identity(int folder, const char *name, char *told) {
    struct { struct file_handle head; unsigned char room[MAX_HANDLE_SZ]; } handle;
    int mount;
    handle.head.handle_bytes = MAX_HANDLE_SZ;
    if (name_to_handle_at(folder, name, &handle.head, &mount, *name ? 0 : AT_EMPTY_PATH)) return -1;
    for (unsigned i = 0; i < handle.head.handle_bytes; i++) sprintf(told + 2 * i, "%02x", handle.head.f_handle[i]);
    return 0;
}

static void names_below(int folder, const char *path, FILE *out) {
    DIR *entries = fdopendir(folder);
    if (!entries) { close(folder); return; }
    for (struct dirent *entry; (entry = readdir(entries));) {
        char who[2 * MAX_HANDLE_SZ + 1], whole[PATH_MAX];
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        if (identity(folder, entry->d_name, who)) continue;
        snprintf(whole, sizeof whole, "%s%s%s", path, *path ? "/" : "", entry->d_name);
        fprintf(out, "%c %s %s\n", entry->d_type == DT_DIR ? 'd' : 'f', who, whole);
        if (entry->d_type == DT_DIR) {
            int inner = openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            if (inner >= 0) names_below(inner, whole, out);
        }
    }
    closedir(entries);
}

/* Keep the names there are now, unless they are those kept last. */
static void keep_tree(void) {
    char who[2 * MAX_HANDLE_SZ + 1], path[PATH_MAX];
    char *text;
    size_t size;
    int root = open(recorded_root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (root < 0 || identity(root, "", who)) abort();
    FILE *out = open_memstream(&text, &size);
    fprintf(out, "d %s .\n", who);
    names_below(root, "", out);
    fclose(out);
    if (tree_text && !strcmp(text, tree_text)) { free(text); return; }
    free(tree_text);
    tree_text = text;
    tree_number = number;
    snprintf(path, sizeof path, "%.4000s/%ld.tree", kept_folder, number);
    int kept = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (kept < 0 || really_write(kept, text, size) != (ssize_t)size) abort();
    close(kept);
}

static void keep_bytes(int fd) {
    char from[64], to[PATH_MAX], piece[65536];
    snprintf(from, sizeof from, "/proc/self/fd/%d", fd);
    snprintf(to, sizeof to, "%.4000s/%ld.bytes", kept_folder, number);
    int source = open(from, O_RDONLY | O_CLOEXEC), kept = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (source < 0 || kept < 0) abort();
    for (ssize_t size; (size = read(source, piece, sizeof piece)) > 0;)
        if (really_write(kept, piece, size) != size) abort();
    close(source);
    close(kept);
}

static void tell(int is_folder, const char *who, const char *path) {
    char line[PATH_MAX + 512];
    int size = snprintf(line, sizeof line, "sync %ld %ld %c %s %s\n", number, tree_number, is_folder ? 'd' : 'f', who, *path ? path : ".");
    int out = open(log_path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (out < 0 || really_write(out, line, size) != size) abort();
    close(out);
}

/* Whether this call is the one that fails. */
static int fails(int kind, int fd) {
    char path[PATH_MAX];
    if (!failing || !below(failing_root, fd, path)) return 0;
    pthread_mutex_lock(&one_at_a_time);
    long now = ++seen[kind];
    int yes = failing && kind == failing_kind && (failing_sticky ? now >= failing_nth : now == failing_nth);
    failed += yes;
    pthread_mutex_unlock(&one_at_a_time);
    if (yes) errno = failing_error;
    return yes;
}

static int synced(int fd, int (*real)(int)) {
    char path[PATH_MAX], who[2 * MAX_HANDLE_SZ + 1];
    struct stat what;
    const char *name;
    if (fails(SYNC, fd)) return -1;
    if (!recording || !(name = below(recorded_root, fd, path)) || fstat(fd, &what)) return real(fd);
    pthread_mutex_lock(&one_at_a_time);
    number++;
    keep_tree(); /* what a sync promises is what was there when it began */
    if (!S_ISDIR(what.st_mode)) keep_bytes(fd);
    int result = real(fd);
    if (!result && !identity(fd, "", who)) tell(S_ISDIR(what.st_mode), who, name);
    pthread_mutex_unlock(&one_at_a_time);
    return result;
}

int fsync(int fd) { REAL(fsync); return synced(fd, real); }
int fdatasync(int fd) { REAL(fdatasync); return synced(fd, real); }

ssize_t write(int fd, const void *from, size_t size) { REAL(write); return fails(WRITE, fd) ? -1 : real(fd, from, size); }
ssize_t writev(int fd, const struct iovec *from, int count) { REAL(writev); return fails(WRITE, fd) ? -1 : real(fd, from, count); }
ssize_t pwrite(int fd, const void *from, size_t size, off_t at) { REAL(pwrite); return fails(WRITE, fd) ? -1 : real(fd, from, size, at); }
ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at) { REAL(pwrite64); return fails(WRITE, fd) ? -1 : real(fd, from, size, at); }
ssize_t sendfile(int to, int from, off_t *at, size_t size) { REAL(sendfile); return fails(WRITE, to) ? -1 : real(to, from, at, size); }
ssize_t sendfile64(int to, int from, off64_t *at, size_t size) { REAL(sendfile64); return fails(WRITE, to) ? -1 : real(to, from, at, size); }
ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *there, size_t size, unsigned flags) { REAL(copy_file_range); return fails(WRITE, to) ? -1 : real(from, at, to, there, size, flags); }

/* What the process itself calls. Paths are absolute, without links in them. */

int faults_record(const char *root, const char *log, const char *folder) {
    char who[2 * MAX_HANDLE_SZ + 1];
    snprintf(recorded_root, sizeof recorded_root, "%s", root);
    snprintf(log_path, sizeof log_path, "%s", log);
    snprintf(kept_folder, sizeof kept_folder, "%s", folder);
    if (identity(AT_FDCWD, root, who)) return errno; /* a file system without identities cannot be recorded */
    recording = 1;
    return 0;
}

void faults_arm(const char *root, int kind, long nth, int sticky, int error) {
    pthread_mutex_lock(&one_at_a_time);
    snprintf(failing_root, sizeof failing_root, "%s", root);
    failing_kind = kind, failing_nth = nth, failing_sticky = sticky, failing_error = error;
    seen[WRITE] = seen[SYNC] = failed = 0;
    failing = 1;
    pthread_mutex_unlock(&one_at_a_time);
}

void faults_calm(void) { failing = 0; }
long faults_seen(int kind) { return seen[kind]; }
long faults_failed(void) { return failed; }
