# make install: the program, the C model as static and shared library, headers, man page, completion, RTL and the example around a 10G MAC.

# prefix is GNU's name of PREFIX.
prefix ?= /usr/local
PREFIX ?= $(prefix)
DESTDIR ?=
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share

VERSION := $(shell sed -n 's/^\#define SLUICE_VERSION "\(.*\)"/\1/p' cmodel/sluice.h)
# Before 1.0 the ABI may change with each minor version.
SOVERSION := $(basename $(VERSION))
SHARED := libsluice.so.$(VERSION)
DRIVER_SHARED := libsluice-driver.so.$(VERSION)

HEADERS := $(addprefix cmodel/,sluice.h sluice_registers.h sluice_switch.h sluice_switch_registers.h)

# The driver is a library of its own: a board does not need the model.
LIBRARIES := sluice sluice-driver
DRIVER_HEADERS := $(addprefix cmodel/driver/,sluice_driver.h sluice_map.h sluice_lookup.h)

# $(call exports,HEADERS): the map of a shared library that exports the functions of these headers only.
define exports
@mkdir -p $(@D)
@echo "SLUICE_$(SOVERSION) { global:" >$@
@sed -n 's/^[a-z].*[ *]\(sluice_[a-z_]*\)(.*/  \1;/p' $(1) >>$@
@echo "local: *; };" >>$@
endef
$(BUILD)/pic/%.o: %.c | deps
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CPPFLAGS) $(CFLAGS) -fPIC -c $< -o $@
$(BUILD)/libsluice.map: $(HEADERS) install/install.mk
	$(call exports,$(HEADERS))
$(BUILD)/libsluice-driver.map: $(DRIVER_HEADERS) install/install.mk
	$(call exports,$(DRIVER_HEADERS))
$(BUILD)/$(SHARED): $(MODEL_C:%.c=$(BUILD)/pic/%.o) $(BUILD)/libsluice.map
$(BUILD)/$(DRIVER_SHARED): $(DRIVER_C:%.c=$(BUILD)/pic/%.o) $(BUILD)/libsluice-driver.map
$(BUILD)/$(SHARED) $(BUILD)/$(DRIVER_SHARED): $(BUILD)/%.so.$(VERSION):
	$(call say,CC)$(CC) -shared -Wl,-soname,$*.so.$(SOVERSION) -Wl,--version-script,$(filter %.map,$^) -Wl,-z,defs $(filter %.o,$^) -o $@

# One object, in which all other functions are local. $(BUILD)/libsluice.a is for this repository and has them all.
ARCHIVE := $(BUILD)/public/libsluice.a
DRIVER_ARCHIVE := $(BUILD)/public/libsluice-driver.a
$(ARCHIVE): $(MODEL_C:%.c=$(BUILD)/pic/%.o) $(BUILD)/libsluice.map
$(DRIVER_ARCHIVE): $(DRIVER_C:%.c=$(BUILD)/pic/%.o) $(BUILD)/libsluice-driver.map
$(ARCHIVE) $(DRIVER_ARCHIVE): $(BUILD)/public/%.a:
	@mkdir -p $(@D)
	$(call say,AR)$(LD) -r $(filter %.o,$^) -o $(@D)/$*.o && sed -n 's/^  \(.*\);/\1/p' $(filter %.map,$^) >$(@D)/$*.names && \
	  objcopy --keep-global-symbols=$(@D)/$*.names $(@D)/$*.o && rm -f $@ && ar rcs $@ $(@D)/$*.o

.PHONY: library
library: $(ARCHIVE) $(BUILD)/$(SHARED) $(DRIVER_ARCHIVE) $(BUILD)/$(DRIVER_SHARED) ## build: build C model and driver as static and shared libraries

# For bash, zsh and fish, generated from the program's help.
COMPLETION := $(BUILD)/completion
$(COMPLETION)/sluice: install/completion.py $(BUILD)/sluice
	$(call say,PY)install/completion.py $(BUILD)/sluice $(COMPLETION)
# Its synopsis and its options come from the program's help too.
MANUAL := $(BUILD)/sluice.1
$(MANUAL): install/sluice.1 install/manual.py install/completion.py $(BUILD)/sluice
	$(call say,PY)install/manual.py $(BUILD)/sluice install/sluice.1 $(VERSION) >$@

# What make install prints: one line for each kind of file.
define installed
Installed:
  program    $(DESTDIR)$(BINDIR)/sluice, $(DESTDIR)$(LIBDIR)/sluice
  C          $(DESTDIR)$(LIBDIR)/libsluice.so, $(DESTDIR)$(LIBDIR)/libsluice-driver.so and .a, $(DESTDIR)$(INCLUDEDIR)/sluice.h and others
  RTL        $(DESTDIR)$(DATADIR)/sluice/rtl, list in $(DESTDIR)$(DATADIR)/sluice/sluice.f; behind 10G MACs: $(DESTDIR)$(DATADIR)/sluice/mac_10g
  scenarios  $(DESTDIR)$(DATADIR)/sluice/scenarios, $(DESTDIR)$(DATADIR)/sluice/sweeps
  manual     $(DESTDIR)$(DATADIR)/man/man1/sluice.1, and completion for bash, zsh and fish
endef
ifeq (,$(V))
.SILENT: install
endif
.PHONY: install
install: export SUMMARY = $(installed)
install: $(INSTALLED_PROGRAM) $(BUILD)/sluice-mpi.so library $(COMPLETION)/sluice $(MANUAL) ## use: install program, C library and RTL; prefix=, DESTDIR=
	install -d $(addprefix $(DESTDIR),$(BINDIR) $(LIBDIR)/pkgconfig $(LIBDIR)/sluice $(INCLUDEDIR) $(DATADIR)/man/man1 \
	  $(DATADIR)/bash-completion/completions $(DATADIR)/zsh/site-functions $(DATADIR)/fish/vendor_completions.d $(DATADIR)/sluice/rtl $(DATADIR)/sluice/mac_10g $(DATADIR)/sluice/scenarios/workloads $(DATADIR)/sluice/sweeps)
	install -m 755 $(INSTALLED_PROGRAM) $(DESTDIR)$(BINDIR)/sluice
	install -m 755 $(BUILD)/sluice-mpi.so $(DESTDIR)$(LIBDIR)/sluice/sluice-mpi.so
	install -m 644 $(HEADERS) $(DRIVER_HEADERS) $(DESTDIR)$(INCLUDEDIR)
	install -m 644 $(ARCHIVE) $(DRIVER_ARCHIVE) $(DESTDIR)$(LIBDIR)
	install -m 755 $(BUILD)/$(SHARED) $(BUILD)/$(DRIVER_SHARED) $(DESTDIR)$(LIBDIR)
	for l in $(LIBRARIES); do \
	  ln -sf lib$$l.so.$(VERSION) $(DESTDIR)$(LIBDIR)/lib$$l.so.$(SOVERSION) && ln -sf lib$$l.so.$(SOVERSION) $(DESTDIR)$(LIBDIR)/lib$$l.so && \
	  sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@INCLUDEDIR@|$(INCLUDEDIR)|; s|@VERSION@|$(VERSION)|' \
	    install/$$l.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/$$l.pc || exit 1; done
	install -m 644 $(MANUAL) $(DESTDIR)$(DATADIR)/man/man1/sluice.1
	install -m 644 $(COMPLETION)/sluice $(DESTDIR)$(DATADIR)/bash-completion/completions/sluice
	install -m 644 $(COMPLETION)/_sluice $(DESTDIR)$(DATADIR)/zsh/site-functions/_sluice
	install -m 644 $(COMPLETION)/sluice.fish $(DESTDIR)$(DATADIR)/fish/vendor_completions.d/sluice.fish
	cd $(RTL_DIR) && for f in $(RTL_FILES); do install -D -m 644 $$f $(abspath $(DESTDIR)$(DATADIR))/sluice/rtl/$$f || exit 1; done
	install -m 644 sluice.core $(DESTDIR)$(DATADIR)/sluice/sluice.core
	$(call filelist,$(DATADIR)/sluice/rtl) >$(DESTDIR)$(DATADIR)/sluice/sluice.f
	install -m 644 $(wildcard fpga/mac_10g/*.sv fpga/mac_10g/*.sdc fpga/mac_10g/*.xdc) $(DESTDIR)$(DATADIR)/sluice/mac_10g
	install -m 644 tb/examples/scenarios/*.yaml $(DESTDIR)$(DATADIR)/sluice/scenarios
	install -m 644 tb/examples/sweeps/*.yaml $(DESTDIR)$(DATADIR)/sluice/sweeps
	install -m 644 tb/examples/scenarios/workloads/* $(DESTDIR)$(DATADIR)/sluice/scenarios/workloads
	echo "$$SUMMARY"

.PHONY: uninstall
uninstall: ## use: remove the files that make install installed
	rm -f $(addprefix $(DESTDIR),$(BINDIR)/sluice $(addprefix $(INCLUDEDIR)/,$(notdir $(HEADERS) $(DRIVER_HEADERS))) \
	  $(foreach l,$(LIBRARIES),$(addprefix $(LIBDIR)/,lib$(l).a lib$(l).so.$(VERSION) lib$(l).so.$(SOVERSION) lib$(l).so pkgconfig/$(l).pc)) \
	  $(DATADIR)/man/man1/sluice.1 $(DATADIR)/bash-completion/completions/sluice \
	  $(DATADIR)/zsh/site-functions/_sluice $(DATADIR)/fish/vendor_completions.d/sluice.fish)
	rm -rf $(DESTDIR)$(DATADIR)/sluice $(DESTDIR)$(LIBDIR)/sluice
